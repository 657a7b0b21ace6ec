import type { Board } from '@wentwell/contract/board';
// What a person does to notes: shown at once, told to the server, taken back with the spec's words if it refuses.
import { NoteId, type MeetingId, type UserId } from '@wentwell/contract/ids';
import type { Note, NoteType } from '@wentwell/contract/notes';
import { v7 as newId } from 'uuid';

import { ApiError, errorText } from '#web/api/request';
import type { ChangeBoard, PendingChange } from '#web/live/pending-changes';
import { toast } from '#web/ui/toast';

import {
  hasNote,
  lacksNote,
  lastPosition,
  withChange,
  withNote,
  withoutNote,
} from './note-changes.ts';
import { type NoteCalls, noteCalls } from './notes.queries.ts';

/** The board as these actions need it; the live client is one. */
export interface OptimisticBoard {
  attempt(show: ChangeBoard): PendingChange;
  /** Gets what the socket, being down, does not bring. */
  refresh(): Promise<void>;
  read(): { board: Board | null; connection: { status: string } };
}

export interface NewNote {
  /** The same for the same text, so that trying again cannot add it twice. */
  id: NoteId;
  content: string;
  note_type: NoteType;
}

/** Each gives whether the server took it; where it did not, the person has been told. */
export interface NoteActions {
  add(note: NewNote): Promise<boolean>;
  edit(note: Note, change: { content: string; note_type: NoteType }): Promise<boolean>;
  move(note: Note, to: NoteType): Promise<boolean>;
  remove(note: Note): Promise<boolean>;
}

export function makeNoteId(): NoteId {
  return NoteId.parse(newId());
}

const moveFallback = 'Failed to move the note. Please try again.';

export function noteActions(
  board: OptimisticBoard,
  who: { meetingId: MeetingId; userId: UserId },
  calls: NoteCalls = noteCalls(who.meetingId),
): NoteActions {
  async function run(
    shown: ChangeBoard,
    call: () => Promise<(change: PendingChange) => void>,
    failed: (error: unknown) => { title: string; description: string },
  ): Promise<boolean> {
    const change = board.attempt(shown);
    try {
      (await call())(change);
    } catch (error) {
      change.withdraw();
      toast.error(failed(error));
      return false;
    }
    if (board.read().connection.status !== 'open') void board.refresh();
    return true;
  }

  const answered = (note: Note) => (change: PendingChange) => {
    change.confirm(hasNote(note), withNote(note));
  };
  const telling = (title: string) => (error: unknown) => ({ title, description: errorText(error) });

  return {
    add: ({ id, content, note_type }) =>
      run(
        (seen) => withNote(freshNote(seen, who, { id, content, note_type }))(seen),
        async () => answered(await calls.create({ id, content, note_type })),
        telling('Error adding note'),
      ),
    edit: (note, change) =>
      run(
        withChange(note.id, change),
        async () => answered(await calls.update(note.id, change)),
        telling('Error updating note'),
      ),
    move: (note, to) =>
      run(
        withChange(note.id, { note_type: to }),
        async () => answered(await calls.update(note.id, { note_type: to })),
        (error) => ({
          title: 'Error moving note',
          description: error instanceof ApiError ? (error.detail ?? moveFallback) : moveFallback,
        }),
      ),
    remove: (note) =>
      run(
        withoutNote(note.id),
        async () => {
          await calls.delete(note.id).catch(ignoreGone);
          return (change) => change.confirm(lacksNote(note.id));
        },
        telling('Error deleting note'),
      ),
  };
}

/** Somebody was faster: it is gone, as wanted. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

function freshNote(
  board: Board,
  who: { meetingId: MeetingId; userId: UserId },
  input: NewNote,
): Note {
  const now = new Date().toISOString();
  return {
    ...input,
    meeting_id: who.meetingId,
    author_id: who.userId,
    hidden: board.phase.phase === 'writing' && board.meeting.settings.hide_notes,
    position: lastPosition(board) + 1,
    version: 0,
    created_at: now,
    updated_at: now,
  };
}
