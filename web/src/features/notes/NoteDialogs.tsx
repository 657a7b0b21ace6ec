import type { Meeting } from '@wentwell/contract/meetings/meetings';
import type { Note } from '@wentwell/contract/notes/notes';
import { phaseFacts } from '@wentwell/contract/phases';
import { isInTeam, type TeamContext } from '@wentwell/contract/teams/teams';
import type { ReactNode } from 'react';

import { useShownBoard } from '#web/live/use-board';
import { useViewer } from '#web/live/use-viewer';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { formatDateAndTime } from '#web/ui/formats';
import { Avatar } from '#web/ui/identity/Avatar.tsx';
import type { ColumnLook } from '#web/ui/identity/column-look';
import { ColumnChip } from '#web/ui/identity/ColumnChip.tsx';
import { type Person, usePersonOf } from '#web/ui/identity/person';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { NoteText } from '#web/ui/text/NoteText.tsx';

import { addingNotNow, addingState, addingOver, authorLine, whyNotEdit } from './note-rights.ts';
import { type Blocked, NoteDialog } from './NoteDialog.tsx';
import type { FindSimilar } from './similar-notes.ts';
import type { NoteDialogsState } from './use-note-dialogs.ts';

function NoteViewDialog(props: {
  note: Note;
  column: ColumnLook | undefined;
  author: Person;
  children?: ReactNode;
  onClose: () => void;
}): ReactNode {
  const { note, column, author, children, onClose } = props;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="View Note">
      <div className="grid gap-4">
        {column && (
          <p className="flex items-center gap-2 font-semibold">
            <ColumnChip look={column} size="md" />
            {column.title}
          </p>
        )}
        <div className="text-base leading-relaxed">
          <NoteText content={note.content} />
        </div>
        <p className="flex items-center gap-2 text-xs text-muted">
          <Avatar person={author} size="xs" decorative />
          {author.name} · {formatDateAndTime(new Date(note.created_at))}
          {note.edited && ' · edited'}
        </p>
        {children}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

// Shown below a note being read; the dialog does not wait for it.
const SimilarNotes = lazyPart(() => import('./SimilarNotes.tsx'), 'SimilarNotes');

/** The dialog that is open over the board. */
export function NoteDialogs(props: {
  dialogs: NoteDialogsState;
  columns: readonly ColumnLook[];
  findSimilar: FindSimilar;
  /** Groups the note with a similar one; undefined if notes cannot be grouped now. */
  onGroup?: ((note: Note, similar: Note) => void) | undefined;
}): ReactNode {
  const { dialogs, columns, findSimilar, onGroup } = props;
  const { meeting, notes } = useShownBoard();
  const who = useViewer();
  const personOf = usePersonOf();
  const { dialog } = dialogs;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'add':
      return (
        <NoteDialog
          key={dialog.key}
          title="Add Note"
          columns={columns}
          start={dialog.start}
          notice={<p className="text-sm text-soft">{authorLine(meeting)}</p>}
          blocked={blockedAdding(meeting, who)}
          onDraft={(draft) => dialogs.keepDraft(dialog.draftKey, draft)}
          onSave={(draft, another) => dialogs.saveNew(dialog.draftKey, draft, another)}
          onClose={() => dialogs.discardNew(dialog.draftKey)}
          onKeep={(draft) => dialogs.keepNew(dialog.draftKey, draft)}
          onAddAsNew={(draft) => dialogs.saveNew(dialog.draftKey, draft, false)}
        />
      );
    case 'edit': {
      const { note } = dialog;
      const now = notes.find((each) => each.id === note.id);
      const rights = dialogs.rightsOf(now ?? note);
      return (
        <NoteDialog
          key={dialog.key}
          title="Edit Note"
          columns={columns}
          start={dialog.start}
          notice={<Meanwhile opened={note} now={now} />}
          onDraft={(draft) => dialogs.keepDraft(note.id, draft)}
          onTyping={() => dialogs.typing(note.id)}
          onSave={(draft) => dialogs.saveChange(now ?? note, draft)}
          canMove={rights.move}
          onDelete={
            rights.remove
              ? () => {
                  dialogs.close();
                  dialogs.remove(note);
                }
              : undefined
          }
          blocked={blockedEditing(meeting, who, now)}
          onClose={() => dialogs.discardChange(note.id)}
          onKeep={(draft) => dialogs.keepChange(note, draft, now === undefined)}
          onAddAsNew={(draft) => dialogs.saveNew(note.id, draft, false)}
        />
      );
    }
    case 'view': {
      const note = notes.find((each) => each.id === dialog.note.id) ?? dialog.note;
      return (
        <NoteViewDialog
          note={note}
          column={columns.find(({ id }) => id === note.note_type)}
          author={personOf(note.author_id, note.author_name)}
          onClose={dialogs.close}
        >
          {isInTeam(who) && (
            <SimilarNotes
              note={note}
              notes={notes}
              find={findSimilar}
              onOpen={dialogs.view}
              onGroup={onGroup && ((similar) => onGroup(note, similar))}
            />
          )}
        </NoteViewDialog>
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

function blockedEditing(
  meeting: Meeting,
  who: TeamContext,
  note: Note | undefined,
): Blocked | null {
  const adding = addingState(who, meeting);
  const canKeep = adding !== 'over';
  if (!note) {
    const title = 'Someone deleted this note meanwhile.';
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
function Meanwhile({ opened, now }: { opened: Note; now: Note | undefined }): ReactNode {
  if (!now || now.content === opened.content) return null;
  return (
    <Alert tone="warning" title="Someone changed this note meanwhile. Saving replaces this text:">
      <span className="whitespace-pre-wrap">{now.content}</span>
    </Alert>
  );
}
