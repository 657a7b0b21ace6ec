// The calls that change notes. The live client reads the board.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { Note, type NoteInput, type NoteUpdate } from '@wentwell/contract/notes';

import { request } from '#web/api/request';

/** One attempt at a change. All attempts carry the same key, so that the server applies the change once. */
export interface Attempt {
  key: string;
  signal: AbortSignal;
  /** The version that the change was made on; without it the last write wins. */
  version?: number;
}

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
  const options = ({ key, version, signal }: Attempt) => ({
    headers: {
      'Idempotency-Key': key,
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
    },
    signal,
  });
  return {
    create: (body, attempt) =>
      request({ path: notes, method: 'POST', body, schema: Note, ...options(attempt) }),
    update: (noteId, body, attempt) =>
      request({
        path: `${notes}/${noteId}`,
        method: 'PUT',
        body,
        schema: Note,
        ...options(attempt),
      }),
    delete: (noteId, attempt) =>
      request({ path: `${notes}/${noteId}`, method: 'DELETE', ...options(attempt) }),
    restore: (noteId, attempt) =>
      request({
        path: `${notes}/${noteId}/restore`,
        method: 'POST',
        schema: Note,
        ...options(attempt),
      }),
    readBoard: ({ signal }) => request({ path: notes, query: { limit: 1 }, signal }),
  };
}
