import { MeetingId, NoteId } from '@wentwell/contract/ids';
import { ListQuery } from '@wentwell/contract/lists';
import { Note, NoteInput, NoteUpdate } from '@wentwell/contract/notes';
import { z } from 'zod';

import { refusals } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { NotesService } from './notes.service.ts';

const boardParams = z.object({ meetingId: MeetingId });
const noteParams = z.object({ meetingId: MeetingId, noteId: NoteId });

export function notesRoutes(api: Api, notes: NotesService): void {
  api.get(
    '/meetings/:meetingId/notes',
    {
      schema: {
        params: boardParams,
        querystring: ListQuery,
        response: { 200: z.array(Note), ...refusals(404, 422) },
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
      schema: {
        params: boardParams,
        body: NoteInput,
        response: { 200: Note, 201: Note, ...refusals(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { note, created } = await notes.create(
        callerOf(request),
        request.params.meetingId,
        request.body,
      );
      return reply.status(created ? 201 : 200).send(note);
    },
  );

  api.get(
    '/meetings/:meetingId/notes/:noteId',
    { schema: { params: noteParams, response: { 200: Note, ...refusals(404) } } },
    async (request) => notes.get(callerOf(request), request.params),
  );

  api.put(
    '/meetings/:meetingId/notes/:noteId',
    {
      schema: {
        params: noteParams,
        body: NoteUpdate,
        response: { 200: Note, ...refusals(403, 404, 409, 422) },
      },
    },
    async (request) => notes.update(callerOf(request), request.params, request.body),
  );

  api.delete(
    '/meetings/:meetingId/notes/:noteId',
    { schema: { params: noteParams, response: { 204: z.null(), ...refusals(403, 404, 409) } } },
    async (request, reply) => {
      await notes.remove(callerOf(request), request.params);
      return reply.status(204).send(null);
    },
  );
}
