import { SessionId } from '@wentwell/contract/ids';
import { ListQuery } from '@wentwell/contract/lists';
import { OwnSession } from '@wentwell/contract/sessions';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { OwnSessionsService } from './own-sessions.service.ts';

export function ownSessionsRoutes(api: Api, ownSessions: OwnSessionsService): void {
  const { list, answer } = callsOf(api, 'Auth');

  list(
    '/me/sessions',
    {
      operationId: 'listMySessions',
      summary: 'List my sessions',
      description:
        'Where the caller is logged in, the last used session first. Its use is known to the minute.',
      querystring: ListQuery,
      lists: OwnSession,
      refuses: [422],
    },
    ({ caller, query }) => ownSessions.list(caller, query),
  );

  answer(
    'DELETE /me/sessions/:id',
    {
      operationId: 'endMySession',
      summary: 'End one of my sessions',
      description:
        'Ends it with its live sockets; ending the session of the call is logging out. Other people’s sessions are not there.',
      params: z.object({ id: SessionId }),
      answers: { 204: z.null() },
      refuses: [404],
    },
    ({ caller, params }) => ownSessions.end(caller, params.id),
  );
}
