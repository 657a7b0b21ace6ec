import { limits } from '@wentwell/contract/limits';
import { type Column, findColumn, resolveColumn } from '@wentwell/contract/notes/columns';
import { NoteContent } from '@wentwell/contract/notes/notes';
import { isBlank } from '@wentwell/contract/text/letters';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { shortcutOf } from '#web/ui/key-press';
import { commandKey } from '#web/ui/layout/command-key';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

import type { Draft } from './note-drafts.ts';

/** The counter appears only near the limit. */
const countFrom = limits.noteContentMax - 200;

/** Reports every keystroke as a draft; `onSave` gets valid texts only. */
export function NoteDialog(props: {
  title: 'Add Note' | 'Edit Note';
  columns: readonly Column[];
  start: Draft;
  /** A message shown before saving. */
  notice?: ReactNode;
  /** The text can no longer be saved here. It stays, and closing the dialog keeps it. */
  blocked?: Blocked | null;
  onDraft: (draft: Draft) => void;
  onSave: (draft: Draft, addAnother: boolean) => void;
  canMove?: boolean;
  onDelete?: (() => void) | undefined;
  onClose: () => void;
  onKeep: (draft: Draft) => void;
  onAddAsNew: (draft: Draft) => void;
  onTyping?: () => void;
}): ReactNode {
  const { title, columns, start, notice, onDraft, onSave, onDelete, onClose, onTyping } = props;
  const { blocked = null, canMove = true, onKeep, onAddAsNew } = props;
  const isNew = title === 'Add Note';
  const [addAnother, setAddAnother] = useState(false);
  const saving = useRef(false);
  const [content, setContent] = useState(start.content);
  const [pickedType, setPickedType] = useState(start.note_type);
  const [isChecked, setChecked] = useState(false);
  // A draft may name a removed column.
  const noteType = resolveColumn(columns, pickedType);
  const result = NoteContent.safeParse(content);
  const textArea = useRef<HTMLTextAreaElement | null>(null);

  // Puts the caret at the end of a draft.
  useLayoutEffect(() => {
    const area = textArea.current;
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);

  const typed: Draft = { content, note_type: noteType };

  function submit(): void {
    if (blocked) return;
    setChecked(true);
    if (!result.success) {
      textArea.current?.focus();
      return;
    }
    // A second Enter must not save again.
    if (saving.current) return;
    const addsAnother = isNew && addAnother;
    saving.current = !addsAnother;
    onSave({ content: result.data, note_type: noteType }, addsAnother);
    if (!addsAnother) return;
    setContent('');
    setChecked(false);
    textArea.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (shortcutOf(event) !== 'Mod+Enter') return;
    event.preventDefault();
    submit();
  }

  function close(): void {
    if (blocked) onKeep(typed);
    else onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={title} initialFocus={textArea}>
      <form
        noValidate
        className="grid gap-4"
        onKeyDown={handleKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {blocked ? <BlockedNotice blocked={blocked} /> : notice}
        {canMove && (
          <SelectField
            label="Note Type"
            options={columns.map(({ id, title: label }) => ({ value: id, label }))}
            value={noteType}
            onValueChange={(type) => {
              setPickedType(type);
              onDraft({ content, note_type: type });
            }}
          />
        )}
        <TextArea
          label="Content"
          rows={5}
          required
          dir="auto"
          placeholder={findColumn(columns, noteType)?.prompt || 'What is on your mind?'}
          aside={content.length > countFrom && <CharactersLeft content={content} />}
          error={isChecked ? result.error?.issues[0]?.message : undefined}
          ref={textArea}
          value={content}
          onChange={(event) => {
            setContent(event.target.value);
            onDraft({ content: event.target.value, note_type: noteType });
            if (!blocked) onTyping?.();
          }}
        />
        {isNew && !blocked && (
          <Checkbox label="Add another" checked={addAnother} onCheckedChange={setAddAnother} />
        )}
        {blocked ? (
          <BlockedActions
            blocked={blocked}
            content={content}
            onAdd={() => onAddAsNew(typed)}
            onClose={close}
          />
        ) : (
          <DialogActions
            start={
              onDelete && (
                <Button variant="danger" onClick={onDelete}>
                  Delete
                </Button>
              )
            }
          >
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit">
              {isNew ? 'Add Note' : 'Save Changes'}
              <span
                aria-hidden="true"
                className="hidden text-xs font-medium sm:pointer-fine:inline"
              >
                {commandKey} ↵
              </span>
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}

function CharactersLeft({ content }: { content: string }): ReactNode {
  return (
    <span className="text-xs text-muted">
      {content.trim().length} / {limits.noteContentMax}
    </span>
  );
}

// A dialog is open, but its text can no longer be saved: the reason, and what can be done with the text.
export interface Blocked {
  title: string;
  /** The reason, if the title does not give it. */
  detail: string | null;
  /** A draft is useful only if notes may be written again later. */
  canKeep: boolean;
  /** The text can be added as a new note now. */
  canAdd: boolean;
}

function BlockedNotice({ blocked }: { blocked: Blocked }): ReactNode {
  return (
    <Alert tone="warning" title={blocked.title}>
      {blocked.detail !== null && <p>{blocked.detail}</p>}
      <p>Your text is still here.</p>
    </Alert>
  );
}

function BlockedActions(props: {
  blocked: Blocked;
  content: string;
  onAdd: () => void;
  /** Closes the dialog, and keeps the text if it can be used. */
  onClose: () => void;
}): ReactNode {
  const { blocked, content, onAdd, onClose } = props;
  const hasText = !isBlank(content);
  return (
    <DialogActions>
      <Button onClick={onClose}>{blocked.canKeep && hasText ? 'Keep as draft' : 'Close'}</Button>
      {hasText && (
        <Button
          variant={blocked.canAdd ? 'secondary' : 'primary'}
          onClick={() => void copyText(content, 'Text copied')}
        >
          Copy text
        </Button>
      )}
      {blocked.canAdd && hasText && (
        <Button variant="primary" onClick={onAdd}>
          Add as new note
        </Button>
      )}
    </DialogActions>
  );
}
