import { limits } from '@wentwell/contract/limits';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { type Column, findColumn, resolveColumn } from '@wentwell/contract/notes/columns';
import { type Note, NoteContent } from '@wentwell/contract/notes/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { isInTeam, type TeamContext } from '@wentwell/contract/teams/teams';
import { isBlank } from '@wentwell/contract/text/letters';
import { type ReactNode, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

import { useBoardClient, useShownBoard } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { copyText } from '#web/ui/feedback/copy-text.tsx';
import { Part } from '#web/ui/feedback/ErrorBoundary.tsx';
import { formatDateAndTime } from '#web/ui/formats';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import { ColumnChip } from '#web/ui/identity/ColumnChip.tsx';
import { usePersonOf } from '#web/ui/identity/person';
import { shortcutOf } from '#web/ui/key-press';
import { commandKey } from '#web/ui/layout/command-key';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { NoteText } from '#web/ui/text/NoteText.tsx';

import { useCardBoard } from './card-board.ts';
import type { Draft } from './note-drafts.ts';
import { addingNotNow, addingState, addingOver, authorLine, whyNotEdit } from './note-rights.tsx';
import type { NoteDialogsState } from './use-note-dialogs.ts';

// Shown below a note being read; the dialog does not wait for it.
const SimilarNotes = lazyPart(() => import('./SimilarNotes.tsx'), 'SimilarNotes');

export function NoteDialogs(props: {
  dialogs: NoteDialogsState;
  /** Groups the note with a similar one; undefined if notes cannot be grouped now. */
  onGroup?: ((note: Note, similar: Note) => void) | undefined;
}): ReactNode {
  const { dialogs, onGroup } = props;
  const { meeting, notes } = useShownBoard();
  const { who, columns, rightsOf } = useCardBoard();
  const client = useBoardClient();
  const personOf = usePersonOf();
  const { dialog } = dialogs;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'write': {
      const { note, draftKey, start, key } = dialog;
      const now = note && (notes.find(({ id }) => id === note.id) ?? null);
      const isDeleted = note !== null && now === null;
      const rights = note && rightsOf(now ?? note);
      return (
        <NoteDialog
          key={key}
          title={note ? 'Edit Note' : 'Add Note'}
          columns={columns}
          start={start}
          notice={
            note ? (
              <Part>
                <Meanwhile opened={note} now={now} />
              </Part>
            ) : (
              <p className="text-sm text-soft">{authorLine(meeting)}</p>
            )
          }
          onDraft={(draft) => dialogs.keepDraft(draftKey, draft)}
          onTyping={() => note && client.announceEditing(note.id)}
          onSave={(draft, another) => dialogs.save({ note: now ?? note, draftKey }, draft, another)}
          canMove={rights?.move}
          onDelete={
            note && rights?.remove
              ? () => {
                  dialogs.close();
                  dialogs.remove(note);
                }
              : undefined
          }
          blocked={note ? blockedEditing(meeting, who, now) : blockedAdding(meeting, who)}
          onClose={() => dialogs.discard(dialog)}
          onKeep={(draft) => dialogs.keep(dialog, draft, isDeleted)}
          onAddAsNew={(draft) => dialogs.save({ note: null, draftKey }, draft)}
        />
      );
    }
    case 'view': {
      const note = notes.find((each) => each.id === dialog.note.id) ?? dialog.note;
      const column = columns.find(({ id }) => id === note.note_type);
      const author = personOf(note.author_id, note.author_name);
      return (
        <Dialog open onOpenChange={(open) => !open && dialogs.close()} title="View Note">
          <div className="grid gap-4">
            {column && (
              <p className="flex items-center gap-2 font-semibold">
                <ColumnChip look={column} size="md" />
                {column.title}
              </p>
            )}
            <div className="text-base">
              <NoteText content={note.content} />
            </div>
            <p className="flex items-center gap-2 text-xs text-muted">
              <Avatar person={author} size="xs" decorative />
              {author.name} · {formatDateAndTime(new Date(note.created_at))}
              {note.edited && ' · edited'}
            </p>
            {isInTeam(who) && (
              <Part>
                <SimilarNotes
                  note={note}
                  notes={notes}
                  onOpen={dialogs.view}
                  onGroup={onGroup && ((similar) => onGroup(note, similar))}
                />
              </Part>
            )}
          </div>
          <DialogActions>
            <Button variant="primary" onClick={dialogs.close}>
              Close
            </Button>
          </DialogActions>
        </Dialog>
      );
    }
  }
}

function blockedAdding(meeting: Meeting, who: TeamContext): Blocked | null {
  const adding = addingState(who, meeting);
  if (adding === 'open') return null;
  const canKeep = adding === 'not-now';
  const detail = canKeep ? addingNotNow : addingOver;
  return { title: whyBlocked(meeting, canKeep), detail, canKeep, canAdd: false };
}

function blockedEditing(meeting: Meeting, who: TeamContext, note: Note | null): Blocked | null {
  const adding = addingState(who, meeting);
  const canKeep = adding !== 'over';
  if (!note) {
    const title = 'Someone deleted this note while you were editing.';
    return { title, detail: null, canKeep, canAdd: adding === 'open' };
  }
  const reason = whyNotEdit(who, meeting, note);
  if (reason === null) return null;
  return { title: whyBlocked(meeting, canKeep), detail: reason, canKeep, canAdd: false };
}

function whyBlocked({ phase }: Meeting, canKeep: boolean): string {
  return canKeep ? `The meeting is now in ${phaseFacts[phase].label}.` : 'The meeting is over.';
}

/** Warns that somebody has changed the note meanwhile: the last write wins. */
function Meanwhile({ opened, now }: { opened: Note; now: Note | null }): ReactNode {
  if (!now || now.content === opened.content) return null;
  return (
    <Alert
      tone="warning"
      title="Someone changed this note while you were editing. Saving replaces their text:"
    >
      <span className="whitespace-pre-wrap">{now.content}</span>
    </Alert>
  );
}

/** The counter appears only near the limit. */
const countFrom = limits.noteContentMax - 200;

/** Reports every keystroke as a draft; `onSave` gets valid texts only. */
function NoteDialog(props: {
  title: 'Add Note' | 'Edit Note';
  columns: readonly Column[];
  start: Draft;
  /** A message shown before saving. */
  notice?: ReactNode;
  /** The text can no longer be saved here. It stays, and closing the dialog keeps it. */
  blocked?: Blocked | null;
  onDraft: (draft: Draft) => void;
  onSave: (draft: Draft, addAnother: boolean) => void;
  canMove?: boolean | undefined;
  onDelete?: (() => void) | undefined;
  onClose: () => void;
  onKeep: (draft: Draft) => void;
  onAddAsNew: (draft: Draft) => void;
  onTyping: () => void;
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
    <Dialog open onOpenChange={(open) => !open && close()} title={title}>
      <Form className="grid gap-4" onKeyDown={handleKeyDown} onSubmit={submit}>
        {blocked ? (
          <Alert tone="warning" title={blocked.title}>
            {blocked.detail !== null && <p>{blocked.detail}</p>}
            <p>Your text is still here.</p>
          </Alert>
        ) : (
          notice
        )}
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
          data-autofocus
          label="Content"
          rows={5}
          required
          dir="auto"
          placeholder={findColumn(columns, noteType)?.prompt || 'What is on your mind?'}
          aside={
            content.length > countFrom && (
              <span className="text-xs text-muted">
                {content.trim().length} / {limits.noteContentMax}
              </span>
            )
          }
          error={isChecked ? result.error?.issues[0]?.message : undefined}
          ref={textArea}
          value={content}
          onChange={(event) => {
            setContent(event.target.value);
            onDraft({ content: event.target.value, note_type: noteType });
            if (!blocked) onTyping();
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
      </Form>
    </Dialog>
  );
}

// A dialog is open, but its text can no longer be saved: the reason, and what can be done with the text.
interface Blocked {
  title: string;
  /** The reason, if the title does not give it. */
  detail: string | null;
  /** A draft is useful only if notes may be written again later. */
  canKeep: boolean;
  canAdd: boolean;
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
