// The calls that change notes. Reading them is the board's affair (live).
import type { MeetingId, NoteId } from '@wentwell/contract/ids';
import { Note, type NoteInput, type NoteUpdate } from '@wentwell/contract/notes';
import { v7 as newId } from 'uuid';

import { request } from '#web/api/request';

export interface NoteCalls {
  /** With an id made here a repeated call adds nothing (api.md "Idempotency"). */
  create(input: NoteInput): Promise<Note>;
  update(noteId: NoteId, input: NoteUpdate): Promise<Note>;
  delete(noteId: NoteId): Promise<void>;
}

export function noteCalls(meetingId: MeetingId): NoteCalls {
  const notes = `/api/v1/meetings/${meetingId}/notes`;
  const once = (): Record<string, string> => ({ 'Idempotency-Key': newId() });
  return {
    create: (body) => request({ path: notes, method: 'POST', body, headers: once(), schema: Note }),
    update: (noteId, body) =>
      request({ path: `${notes}/${noteId}`, method: 'PUT', body, headers: once(), schema: Note }),
    delete: (noteId) => request({ path: `${notes}/${noteId}`, method: 'DELETE', headers: once() }),
  };
}
