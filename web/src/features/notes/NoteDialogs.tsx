import type { UserId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import type { ReactNode } from 'react';

import { Alert } from '#web/ui/feedback/Alert.tsx';
import type { Person } from '#web/ui/identity/Avatar.tsx';

import type { ColumnLook } from './column-look.ts';
import { NoteDialog } from './NoteDialog.tsx';
import { NoteViewDialog } from './NoteViewDialog.tsx';
import type { NoteDialogsState } from './use-note-dialogs.ts';

/** Whichever dialog is open over the board. */
export function NoteDialogs(props: {
  dialogs: NoteDialogsState;
  notes: readonly Note[];
  columns: readonly ColumnLook[];
  personOf: (userId: UserId) => Person;
}): ReactNode {
  const { dialogs, notes, columns, personOf } = props;
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
          onDraft={(draft) => dialogs.keepDraft(dialog.draftKey, draft)}
          onSave={(draft, another) => dialogs.saveNew(dialog.draftKey, draft, another)}
          onClose={() => dialogs.discardNew(dialog.draftKey)}
        />
      );
    case 'edit': {
      const { note } = dialog;
      const now = notes.find((each) => each.id === note.id);
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
          onDelete={() => {
            dialogs.close();
            dialogs.remove(note);
          }}
          onClose={() => dialogs.discardChange(note.id)}
        />
      );
    }
    case 'view': {
      const note = notes.find((each) => each.id === dialog.note.id) ?? dialog.note;
      return (
        <NoteViewDialog
          note={note}
          column={columns.find(({ id }) => id === note.note_type)}
          author={personOf(note.author_id)}
          onClose={dialogs.close}
        />
      );
    }
  }
}

/** The last write wins; nobody should overwrite without knowing. */
function Meanwhile({ opened, now }: { opened: Note; now: Note | undefined }): ReactNode {
  if (!now) return <Alert tone="warning">Somebody has deleted this note meanwhile.</Alert>;
  if (now.content === opened.content) return null;
  return (
    <Alert
      tone="warning"
      title="Somebody has changed this note meanwhile. Saving replaces this text:"
    >
      <span className="whitespace-pre-wrap">{now.content}</span>
    </Alert>
  );
}
