// The calls that change notes. The live client reads the board.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { Note, type NoteInput, type NoteUpdate } from '@wentwell/contract/notes';

import { type Attempt, attemptOptions } from '#web/api/attempt';
import { request } from '#web/api/request';

export interface NoteCalls {
  create(input: NoteInput, attempt: Attempt): Promise<Note>;
  update(noteId: NoteId, input: NoteUpdate, attempt: Attempt): Promise<Note>;
  delete(noteId: NoteId, attempt: Attempt): Promise<void>;
  /** 404 for everybody but whoever deleted the note. */
  restore(noteId: NoteId, attempt: Attempt): Promise<Note>;
  /** Fails where the user may not see the board. */
  readBoard(attempt: Pick<Attempt, 'signal'>): Promise<void>;
}

export function noteCalls(meetingId: MeetingId): NoteCalls {
  const notes = `/api/v1/meetings/${meetingId}/notes`;
  return {
    create: (body, attempt) =>
      request({ path: notes, method: 'POST', body, schema: Note, ...attemptOptions(attempt) }),
    update: (noteId, body, attempt) =>
      request({
        path: `${notes}/${noteId}`,
        method: 'PUT',
        body,
        schema: Note,
        ...attemptOptions(attempt),
      }),
    delete: (noteId, attempt) =>
      request({ path: `${notes}/${noteId}`, method: 'DELETE', ...attemptOptions(attempt) }),
    restore: (noteId, attempt) =>
      request({
        path: `${notes}/${noteId}/restore`,
        method: 'POST',
        schema: Note,
        ...attemptOptions(attempt),
      }),
    readBoard: ({ signal }) =>
      request({ path: notes, query: { limit: 1 }, ...(signal && { signal }) }),
  };
}
