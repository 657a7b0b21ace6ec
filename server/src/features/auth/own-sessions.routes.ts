import { SessionId } from '@wentwell/contract/ids';
import { ListQuery } from '@wentwell/contract/lists';
import { OwnSession } from '@wentwell/contract/sessions';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { OwnSessionsService } from './own-sessions.service.ts';

export function ownSessionsRoutes(api: Api, ownSessions: OwnSessionsService): void {
  api.get(
    '/me/sessions',
    {
      schema: {
        tags: ['Auth'],
        summary: 'List my sessions',
        description:
          'Where the caller is logged in, the last used session first. Its use is known to the minute.',
        querystring: ListQuery,
        response: { 200: z.array(OwnSession), ...errorResponses(422) },
      },
    },
    async (request, reply) =>
      listAnswer(reply, await ownSessions.list(callerOf(request), request.query)),
  );

  api.delete(
    '/me/sessions/:id',
    {
      schema: {
        tags: ['Auth'],
        summary: 'End one of my sessions',
        description:
          'Ends it with its live sockets; ending the session of the call is logging out. Other people’s sessions are not there.',
        params: z.object({ id: SessionId }),
        response: { 204: z.null(), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      await ownSessions.end(callerOf(request), request.params.id);
      return reply.status(204).send(null);
    },
  );
}
