// The calls that change notes. Reading a board is the live channel's affair.
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { Note, type NoteInput, type NoteUpdate } from '@wentwell/contract/notes';

import { request } from '#web/api/request';

/** One try of a change: the same key at every try, so that the server does it once (api.md "Idempotency"). */
export interface Try {
  key: string;
  signal: AbortSignal;
  /** The version that the change was made on; without it the last write wins. */
  version?: number;
}

export interface NoteCalls {
  create(input: NoteInput, attempt: Try): Promise<Note>;
  update(noteId: NoteId, input: NoteUpdate, attempt: Try): Promise<Note>;
  delete(noteId: NoteId, attempt: Try): Promise<void>;
  /** Reads the board's notes, or fails as everything fails that is asked of a board one may not see. */
  readBoard(attempt: Pick<Try, 'signal'>): Promise<void>;
}

export function noteCalls(meetingId: MeetingId): NoteCalls {
  const notes = `/api/v1/meetings/${meetingId}/notes`;
  const options = ({ key, version, signal }: Try) => ({
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
    readBoard: ({ signal }) => request({ path: notes, query: { limit: 1 }, signal }),
  };
}
