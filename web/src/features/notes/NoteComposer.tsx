import { limits } from '@wentwell/contract/limits';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import { isBlank } from '@wentwell/contract/text/letters';
import { CornerDownLeft, Plus } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

import { useDraft } from '#web/api/draft-store';
import { useUndoHistory } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { linkClass } from '#web/ui/buttons/link-class';
import { classNames } from '#web/ui/class-names';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { sayWhyNot } from '#web/ui/feedback/say-why-not';
import { toast } from '#web/ui/feedback/toast';
import { Form } from '#web/ui/forms/Form.tsx';
import { growingFieldClass } from '#web/ui/forms/growing-field-class';
import type { ColumnLook } from '#web/ui/identity/column-look';
import { keyOf, shortcutOf } from '#web/ui/key-press';
import { useShortcuts } from '#web/ui/overlays/use-shortcuts';
import { unquoteCells } from '#web/ui/text/quoted-cells';

import type { NoteActions } from './note-actions.ts';
import { discardDraft, newNoteKey, type NoteDrafts } from './note-drafts.ts';
import { linesMax, splitLines } from './note-lines.ts';
import { type Adding, addingNotNow, addingOver } from './note-rights.tsx';

import './note-composer.css';

function useComposer(columnId: ColumnId, drafts: NoteDrafts, actions: NoteActions) {
  const history = useUndoHistory();
  const key = newNoteKey(columnId);
  const [draft, keep] = useDraft(drafts, key, null);
  const text = draft?.content ?? '';
  const [isPasted, setPasted] = useState(false);
  const [added, setAdded] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);

  const length = text.trim().length;
  const lines = isPasted ? splitLines(text) : [];

  const write = (content: string): void => keep({ content, note_type: columnId });

  /** Adds the texts as notes. Texts that are too long stay in the field. */
  function add(contents: readonly string[]): void {
    const fitting = contents.filter((content) => content.length <= limits.noteContentMax);
    const rest = contents.filter((content) => content.length > limits.noteContentMax);
    setPasted(false);
    write(rest.join('\n'));
    if (fitting.length > 0) {
      // A refused note returns as this column's draft.
      actions.addAll(columnId, fitting);
      setAdded(added + fitting.length);
    }
    field.current?.focus();
  }

  return {
    field,
    text,
    added,
    write,
    problem:
      length > limits.noteContentMax
        ? `Your note has ${length} characters. Shorten it to ${limits.noteContentMax}.`
        : null,
    /** The notes that a pasted text would become; empty if not offered. */
    lines: lines.length > 1 && lines.length <= linesMax ? lines : [],
    tooManyLines: lines.length > linesMax,
    onPaste: ({ clipboardData }: ClipboardEvent) =>
      setPasted(/[\r\n]/.test(clipboardData.getData('text/plain'))),
    keepAsOne: () => {
      setPasted(false);
      write(unquoteCells(text));
      field.current?.focus();
    },
    addAll: () => add(lines),
    addOne: () => {
      const whole = isPasted ? unquoteCells(text) : text;
      if (!isBlank(text)) add(lines.length === 1 ? lines : [whole.trim()]);
    },
    discard: () => {
      if (text === '') return;
      setPasted(false);
      if (isBlank(text)) write('');
      else discardDraft({ drafts, history, key, restore: drafts.putBack });
    },
  };
}

const rowsMax = 6;

/** Enter adds, Shift+Enter breaks the line. If the phase forbids adding meanwhile, a text stays with its field and focus. */
export const NoteComposer = memo(function NoteComposer(props: {
  look: ColumnLook;
  /** The column's position from 1: its shortcut. */
  place: number;
  adding: Adding;
  /** Whether notes show a name. A sentence beside the field that takes no space. */
  authorLine: string;
  isAnonymous: boolean;
  /** Path of the evidence page. Null if the user may not open it. */
  evidencePath: string | null;
  drafts: NoteDrafts;
  actions: NoteActions;
}): ReactNode {
  const { look, place, adding, authorLine, isAnonymous, evidencePath, drafts, actions } = props;
  const composer = useComposer(look.id, drafts, actions);
  const { text, problem, lines } = composer;
  const history = useUndoHistory();
  const [hasFocus, setFocus] = useState(false);
  // Whether the text was begun while notes were anonymous.
  const [isUnnamed, setUnnamed] = useState(isAnonymous);
  if ((text === '' || isAnonymous) && isUnnamed !== isAnonymous) setUnnamed(isAnonymous);
  const isOpen = adding === 'open';
  const id = composerId(look.id);
  const notice = noticeOf();
  const isKept = !isOpen && text !== '';
  const isIdle = !isOpen && text === '';
  const { field } = composer;
  // An empty field leaves with its phase, and so does a phone's keyboard over the cards.
  useEffect(() => {
    if (!isIdle || !hasFocus) return;
    // The pressed Discard leaves without a blur event.
    setFocus(false);
    field.current?.closest<HTMLElement>('#board')?.focus({ preventScroll: true });
  }, [isIdle, hasFocus, field]);
  if (isIdle && !hasFocus) return null;

  function noticeOf(): string | null {
    if (!isOpen) return adding === 'over' ? addingOver : addingNotNow;
    if (composer.tooManyLines) return `You can add at most ${linesMax} notes at once.`;
    return lines.length > 0 ? null : problem;
  }

  /** Refuses once if names were enabled after the text was begun. */
  function add(): void {
    if (problem !== null) return;
    if (!isUnnamed || isAnonymous) composer.addOne();
    else {
      setUnnamed(false);
      toast.warning({
        title: 'This meeting is no longer anonymous',
        description: 'Your note was not added. Add it again to post it with your name.',
      });
    }
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (key === 'Escape') {
      event.preventDefault();
      if (text === '') leave();
      else composer.discard();
    }
    // The browser cannot undo a text that has left the field.
    if (shortcutOf(event) === 'Mod+z' && text === '') {
      event.preventDefault();
      history.undo();
    }
    if (key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (!isOpen) toast.info({ title: notice ?? '', id: 'notes-not-now' });
    else add();
  }

  /** Focuses the column's first card. Outside the field, the next key is a shortcut. */
  function leave(): void {
    const { current } = composer.field;
    current?.blur();
    current?.closest('[data-note-type]')?.querySelector('article')?.focus();
  }

  return (
    <Form
      className="note-composer"
      data-kept={isKept || undefined}
      onFocus={() => setFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocus(currentTarget.contains(relatedTarget))}
      onSubmit={() => isOpen && add()}
    >
      <div role="status" className="composer-notice">
        {notice !== null && (
          <p
            id={`${id}-notice`}
            className={classNames('text-xs font-medium', isOpen ? 'text-danger-text' : 'text-soft')}
          >
            <span className={isKept ? 'sr-only' : undefined}>{notice} </span>
            {isKept && 'Your text is kept.'}
          </p>
        )}
        {isOpen && hasFocus && notice === null && lines.length === 0 && (
          <p className="composer-mode text-xs text-soft">
            {authorLine}{' '}
            {isAnonymous && evidencePath !== null && (
              // Keeps the focus in the field: on blur the link disappears.
              <a
                href={evidencePath}
                target="_blank"
                rel="noreferrer"
                className={linkClass}
                onMouseDown={(event) => event.preventDefault()}
              >
                Evidence
              </a>
            )}
          </p>
        )}
        {hasFocus && composer.added > 0 && (
          <span key={composer.added} className="sr-only">
            Added
          </span>
        )}
        {isOpen && lines.length > 0 && (
          <p className="text-xs text-soft">You pasted {lines.length} lines. One note per line?</p>
        )}
      </div>
      {isOpen && lines.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          <Button size="sm" variant="primary" onClick={composer.addAll}>
            {`Add ${lines.length} notes`}
          </Button>
          <Button size="sm" variant="ghost" onClick={composer.keepAsOne}>
            Keep as one
          </Button>
        </div>
      )}
      {isKept && (
        <div className="flex flex-wrap gap-1.5">
          <Button size="sm" onClick={() => void copyText(text, 'Text copied')}>
            Copy text
          </Button>
          <Button size="sm" variant="ghost" onClick={composer.discard}>
            Discard
          </Button>
        </div>
      )}
      <div className={`${growingFieldClass} composer-field`}>
        <Plus />
        <textarea
          ref={composer.field}
          id={id}
          rows={Math.min(rowsMax, text.split('\n').length)}
          dir="auto"
          value={text}
          placeholder="Write a note…"
          aria-label={`Write a note: ${look.title}`}
          aria-invalid={problem !== null || undefined}
          aria-describedby={notice === null ? undefined : `${id}-notice`}
          aria-keyshortcuts="N"
          enterKeyHint="send"
          onChange={(event) => composer.write(event.target.value)}
          onKeyDown={handleKeyDown}
          onPaste={composer.onPaste}
        />
        {isOpen && isBlank(text) && (
          <kbd aria-hidden="true" className="composer-key">
            {hasFocus ? 'Enter' : place}
          </kbd>
        )}
        {isOpen && !isBlank(text) && (
          <IconButton
            type="submit"
            label={`Add to ${look.title}`}
            side="top"
            icon={
              <>
                <kbd className="composer-key">Enter</kbd>
                <CornerDownLeft />
              </>
            }
            // Keeps a phone's keyboard open.
            onPointerDown={(event) => event.preventDefault()}
          />
        )}
      </div>
    </Form>
  );
});

export function composerId(columnId: ColumnId): string {
  return `composer-${columnId}`;
}

/** `N` focuses the current column's composer, a digit that of its column. */
export function useComposerKeys(board: {
  columns: readonly { id: ColumnId }[];
  /** Target of `N` if no column has the focus. */
  usual: ColumnId;
  onGoTo: (columnId: ColumnId) => void;
}): void {
  const { columns, usual, onGoTo } = board;

  function going(digit: string): () => void {
    const target = columns[Number(digit) - 1]?.id;
    if (target !== undefined) return () => onGoTo(target);
    return () => sayWhyNot(`The board has ${columns.length} columns.`);
  }

  useShortcuts((shortcut) => {
    if (shortcut === 'n') return () => onGoTo(focusedColumn() ?? usual);
    return /^[1-6]$/.test(shortcut) && going(shortcut);
  });
  useShortcuts((shortcut) => {
    const [, digit] = /^Alt\+([1-6])$/.exec(shortcut) ?? [];
    return digit !== undefined && going(digit);
  }, 'also-while-typing');

  function focusedColumn(): ColumnId | undefined {
    const section = document.activeElement?.closest<HTMLElement>('[data-note-type]');
    return columns.find(({ id }) => id === section?.dataset['noteType'])?.id;
  }
}
