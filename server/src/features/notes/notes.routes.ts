import { AuthorHeaders } from '@wentwell/contract/author-keys';
import { ChangeByAuthorHeaders, CreateByAuthorHeaders } from '@wentwell/contract/change-headers';
import { MeetingId, NoteId } from '@wentwell/contract/ids';
import { ListQuery } from '@wentwell/contract/lists';
import { Note, NoteInput, NoteUpdate } from '@wentwell/contract/notes';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { commandOf } from '#server/platform/http/command';
import { listAnswer } from '#server/platform/http/list-answer';
import { answered } from '#server/platform/http/receipts';
import { versioned } from '#server/platform/http/versions';

import type { NotesService } from './notes.service.ts';

const boardParams = z.object({ meetingId: MeetingId });
const noteParams = z.object({ meetingId: MeetingId, noteId: NoteId });
const tags = ['Notes'];

export function notesRoutes(api: Api, notes: NotesService): void {
  api.get(
    '/notes/me',
    {
      config: { requestCost: 10 },
      schema: {
        tags,
        summary: 'List my notes',
        description: 'What the caller has written in the meetings of their teams, newest first.',
        querystring: ListQuery,
        response: { 200: z.array(Note), ...errorResponses(422) },
      },
    },
    async (request, reply) => listAnswer(reply, await notes.mine(callerOf(request), request.query)),
  );

  api.get(
    '/meetings/:meetingId/notes',
    {
      config: { requestCost: 10 },
      schema: {
        tags,
        summary: "List a board's notes",
        description:
          'In the order of the board. A face-down note has no text for anybody but its author.',
        headers: AuthorHeaders,
        params: boardParams,
        querystring: ListQuery,
        response: { 200: z.array(Note), ...errorResponses(404, 422) },
      },
    },
    async (request, reply) =>
      listAnswer(
        reply,
        await notes.list(callerOf(request), request.params.meetingId, request.query),
      ),
  );

  api.post(
    '/meetings/:meetingId/notes',
    {
      config: { isByAuthor: true },
      schema: {
        tags,
        summary: 'Add a note',
        description:
          'By any member, in the writing and grouping phases of a live meeting. `note_type` is the id of one of the ' +
          "meeting's columns; without it the note goes to the column for action items, or else to the last. 200 instead of 201 when the board " +
          'already holds the id that was sent: nothing is added. An id that a note of somebody else on this board ' +
          'has is replaced by another one, which the answer tells. A board takes 1000 notes.',
        headers: CreateByAuthorHeaders,
        params: boardParams,
        body: NoteInput,
        response: { 200: Note, 201: Note, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(
        reply,
        await notes.create(commandOf(request), request.params.meetingId, request.body),
      ),
  );

  api.get(
    '/meetings/:meetingId/notes/:noteId',
    {
      schema: {
        tags,
        summary: 'Get a note',
        description: 'The ETag is its version, for If-Match.',
        headers: AuthorHeaders,
        params: noteParams,
        response: { 200: Note, ...errorResponses(404, 422) },
      },
    },
    async (request, reply) => {
      const note = await notes.get(callerOf(request), request.params);
      return versioned(reply, note.version, note);
    },
  );

  api.put(
    '/meetings/:meetingId/notes/:noteId',
    {
      config: { isByAuthor: true },
      schema: {
        tags,
        summary: 'Edit or move a note',
        description:
          'Any member moves a note that lies open. Its text is changed by its author, the meeting owner or a team ' +
          'admin; that in a column for action items by any member. What is face down only its author changes.',
        headers: ChangeByAuthorHeaders,
        params: noteParams,
        body: NoteUpdate,
        response: { 200: Note, ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await notes.update(commandOf(request), request.params, request.body)),
  );

  api.delete(
    '/meetings/:meetingId/notes/:noteId',
    {
      config: { isByAuthor: true },
      schema: {
        tags,
        summary: 'Delete a note',
        description: 'By whoever may change its text.',
        headers: ChangeByAuthorHeaders,
        params: noteParams,
        response: { 204: z.null(), ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await notes.remove(commandOf(request), request.params)),
  );

  api.post(
    '/meetings/:meetingId/notes/:noteId/restore',
    {
      config: { isByAuthor: true },
      schema: {
        tags,
        summary: 'Take the deletion of a note back',
        description:
          'By whoever deleted it, while they may still change it: to anybody else a deleted note is 404. The note keeps ' +
          'its id, author and place. A note that is not deleted is answered as it is.',
        headers: ChangeByAuthorHeaders,
        params: noteParams,
        response: { 200: Note, ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await notes.undelete(commandOf(request), request.params)),
  );
}
