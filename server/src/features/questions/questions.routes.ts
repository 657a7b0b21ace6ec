import { noteType } from '@wentwell/contract/board/notes';
import { CreateByAuthorHeaders } from '@wentwell/contract/change-headers';
import { Note } from '@wentwell/contract/notes';

import { seenRecord } from '#server/board/seen-record';
import { type BoardStore, nothing } from '#server/board/store';
import type { Api } from '#server/platform/http/api';
import { notFound } from '#server/platform/http/api-error';
import { callsOf } from '#server/platform/http/calls';

export function questionsRoutes(api: Api, store: BoardStore): void {
  const { change } = callsOf(api, 'Notes');

  change('POST /meetings/:meetingId/notes/:noteId/question', {
    operationId: 'askForMore',
    config: { guests: 'write' },
    summary: 'Ask the author of an anonymous note to tell more',
    description:
      'By anybody on a live anonymous board, about a revealed note. Only the browser with the note’s key ' +
      'learns of it (`asked` of the board); nobody learns who asked, or the outcome. A note is asked once.',
    headers: CreateByAuthorHeaders,
    run: ({ command, params: { meetingId, noteId: id } }) =>
      store.change(command, meetingId, { ...nothing, name: 'note.ask', input: { id } }),
  });

  change('POST /meetings/:meetingId/notes/:noteId/signature', {
    operationId: 'signNote',
    config: { guests: 'write' },
    summary: 'Sign an anonymous note',
    description:
      'By the holder of its key, in a live meeting. The note has the caller’s name permanently; nothing ties ' +
      'it to other texts of that key.',
    headers: CreateByAuthorHeaders,
    answers: { 200: Note },
    run: ({ command, params: { meetingId, noteId: id } }) =>
      store.change(command, meetingId, {
        name: 'note.sign',
        input: { id },
        answer({ board }) {
          const note = seenRecord(board, { type: noteType, id }, command) ?? notFound();
          return { status: 200, body: note, version: note.version };
        },
      }),
  });
}
