// How each note command is taken back. An inverse touches only what its command changed, and only while nobody else has
// changed that since.
import { type Board, teamContextOfViewer } from '@wentwell/contract/board';
import { type ColumnId, findColumn } from '@wentwell/contract/columns';
import { describeError } from '@wentwell/contract/errors';
import type { NoteId } from '@wentwell/contract/ids';
import { type Note, notePolicy } from '@wentwell/contract/notes';

import type { Command, Conflict, Inverse } from '#web/live/command';

import type { NoteIntent } from './note-intents.ts';

const changedSince = { conflict: 'Somebody else has changed this note since.' };
const deletedSince = { conflict: 'The note has been deleted since.' };
const columnGone = { conflict: 'Its column has been removed since.' };
const isBack = { conflict: 'The note is on the board again.' };

type Create = (intent: NoteIntent) => Command;

/** How a note that moves away from its group comes back to it; null where it is in none. */
export type Rejoin = (note: Note, before: Board) => Inverse['command'] | null;

/** Null where the command changes nothing of the board. */
export function inverseOf(
  intent: NoteIntent,
  before: Board,
  { create, rejoin }: { create: Create; rejoin: Rejoin },
): Inverse | null {
  const note = findNote(before, intent.id);
  switch (intent.act) {
    case 'add':
      return note ? null : removing(intent, create);
    case 'restore':
      return note ? null : removing(intent.note, create);
    case 'edit':
    case 'move': {
      if (!note) return null;
      const moves = intent.note_type !== undefined && intent.note_type !== note.note_type;
      const also = moves ? rejoin(note, before) : null;
      const inverse =
        intent.act === 'edit'
          ? editingBack(intent, note, create)
          : moves
            ? movingBack(intent, note, create)
            : null;
      return inverse && { ...inverse, ...(also && { also }) };
    }
    case 'remove':
      return note ? restoring(note, create) : null;
  }
}

function removing(added: Pick<Note, 'id' | 'content' | 'note_type'>, create: Create): Inverse {
  return {
    title: 'Note added',
    undoneTitle: 'Note taken away again',
    command: (now) => {
      const note = findNote(now, added.id);
      if (!note) return deletedSince;
      const { version, content, note_type } = note;
      const isSame = content === added.content.trim() && note_type === added.note_type;
      if (!isSame) return changedSince;
      const base = { version, content, note_type };
      return refusal('remove', note, now) ?? create({ act: 'remove', id: note.id, base });
    },
  };
}

function editingBack(
  edit: Extract<NoteIntent, { act: 'edit' }>,
  before: Note,
  create: Create,
): Inverse | null {
  const moves = edit.note_type !== undefined && edit.note_type !== before.note_type;
  if (edit.content === before.content && !moves) return null;
  return {
    title: 'Note edited',
    undoneTitle: 'Edit undone',
    command: (now) => {
      const note = findNote(now, edit.id);
      if (!note) return deletedSince;
      const isSame = note.content === edit.content.trim();
      if (!isSame || (moves && note.note_type !== edit.note_type)) return changedSince;
      if (moves && !findColumn(now.meeting.columns, before.note_type)) return columnGone;
      const { id, content, version } = note;
      const back = create({
        act: 'edit',
        id,
        content: before.content,
        ...(moves && { note_type: before.note_type, position: before.position }),
        base: { version, content },
        undoes: true,
      });
      return refusal('edit', note, now) ?? (moves ? refusal('move', note, now) : null) ?? back;
    },
  };
}

function movingBack(
  move: { id: NoteId; note_type: ColumnId },
  before: Note,
  create: Create,
): Inverse {
  return {
    title: 'Note moved',
    undoneTitle: 'Move undone',
    command: (now) => {
      const note = findNote(now, move.id);
      if (!note) return deletedSince;
      const { id, version, note_type } = note;
      if (note_type !== move.note_type) return changedSince;
      if (!findColumn(now.meeting.columns, before.note_type)) return columnGone;
      const back = { note_type: before.note_type, position: before.position };
      const base = { version, note_type };
      return refusal('move', note, now) ?? create({ act: 'move', id, ...back, base });
    },
  };
}

function restoring(note: Note, create: Create): Inverse {
  return {
    title: 'Note deleted',
    undoneTitle: 'Note restored',
    // A notice of its own: a phone has no shortcut, so the next deletion must not replace this one's Undo.
    slot: `deleted-${note.id}`,
    command: (now) => {
      if (findNote(now, note.id)) return isBack;
      return refusal('remove', note, now) ?? create({ act: 'restore', id: note.id, note });
    },
  };
}

function findNote(board: Board, id: NoteId): Note | undefined {
  return board.notes.find((note) => note.id === id);
}

/** What the server would answer, without showing the change for a moment first. */
function refusal(
  right: 'edit' | 'remove' | 'move',
  note: Note,
  { you, meeting }: Board,
): Conflict | null {
  const result = notePolicy[right](teamContextOfViewer(you), meeting, note);
  return result === 'allowed' ? null : { conflict: describeError(result).detail };
}
