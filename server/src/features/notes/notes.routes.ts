import { AuthorHeaders } from '@wentwell/contract/author-keys';
import { ChangeByAuthorHeaders, CreateByAuthorHeaders } from '@wentwell/contract/change-headers';
import { ListQuery } from '@wentwell/contract/lists';
import { Note, NoteInput, NoteUpdate } from '@wentwell/contract/notes';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { NotesService } from './notes.service.ts';

export function notesRoutes(api: Api, notes: NotesService): void {
  const { list, show, change } = callsOf(api, 'Notes');

  list('/notes/me', {
    operationId: 'listMyNotes',
    summary: 'List my notes',
    description: 'What the caller has written in the meetings of their teams, newest first.',
    config: { requestCost: 10 },
    querystring: ListQuery,
    lists: Note,
    run: ({ caller, query }) => notes.mine(caller, query),
  });

  list('/meetings/:meetingId/notes', {
    operationId: 'listNotes',
    summary: "List a board's notes",
    description:
      'In the order of the board. A face-down note has no text for anybody but its author.',
    config: { requestCost: 10 },
    headers: AuthorHeaders,
    querystring: ListQuery,
    lists: Note,
    run: ({ caller, params, query }) => notes.list(caller, params.meetingId, query),
  });

  change('POST /meetings/:meetingId/notes', {
    operationId: 'createNote',
    config: { guests: 'write' },
    summary: 'Add a note',
    description:
      'By any member, in the writing and grouping phases of a live meeting. `note_type` is the id of one of the ' +
      "meeting's columns; without it the note goes to the column for action items, or else to the last. 200 instead of 201 when the board " +
      'already holds the id that was sent: nothing is added. An id that a note of somebody else on this board ' +
      'has is replaced by another one, which the answer tells. A board takes 1000 notes.',
    headers: CreateByAuthorHeaders,
    body: NoteInput,
    answers: { 200: Note, 201: Note },
    run: ({ command, params, body }) => notes.create(command, params.meetingId, body),
  });

  show('/meetings/:meetingId/notes/:noteId', {
    operationId: 'getNote',
    summary: 'Get a note',
    description: 'The ETag is its version, for If-Match.',
    headers: AuthorHeaders,
    answers: { 200: Note },
    run: ({ caller, params }) => notes.get(caller, params),
  });

  change('PUT /meetings/:meetingId/notes/:noteId', {
    operationId: 'updateNote',
    config: { guests: 'write' },
    summary: 'Edit or move a note',
    description:
      'Any member moves a note that lies open. Its text is changed by its author, the meeting owner or a team ' +
      'admin; that in a column for action items by any member. What is face down only its author changes.',
    headers: ChangeByAuthorHeaders,
    body: NoteUpdate,
    answers: { 200: Note },
    refuses: [412],
    run: ({ command, params, body }) => notes.update(command, params, body),
  });

  change('DELETE /meetings/:meetingId/notes/:noteId', {
    operationId: 'deleteNote',
    config: { guests: 'write' },
    summary: 'Delete a note',
    description: 'By whoever may change its text.',
    headers: ChangeByAuthorHeaders,
    answers: { 204: z.null() },
    refuses: [412],
    run: ({ command, params }) => notes.remove(command, params),
  });

  change('POST /meetings/:meetingId/notes/:noteId/restore', {
    operationId: 'restoreNote',
    config: { guests: 'write' },
    summary: 'Take the deletion of a note back',
    description:
      'By whoever deleted it, while they may still change it: to anybody else a deleted note is 404. The note keeps ' +
      'its id, author and place. A note that is not deleted is answered as it is.',
    headers: ChangeByAuthorHeaders,
    answers: { 200: Note },
    refuses: [412],
    run: ({ command, params }) => notes.undelete(command, params),
  });
}
