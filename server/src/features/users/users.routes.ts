import { UserId } from '@wentwell/contract/ids';
import { AccountDeletion, AccountUpdate, UserUpdate } from '@wentwell/contract/user-changes';
import { UserSearch } from '@wentwell/contract/user-lists';
import { User } from '@wentwell/contract/users';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { actorOf, callerOf } from '#server/platform/http/caller';
import { listAnswer } from '#server/platform/http/list-answer';

import type { UsersService } from './users.service.ts';

const tags = ['Users'];
const params = z.object({ id: UserId });

export function usersRoutes(api: Api, users: UsersService): void {
  // The spec's client asks with the slash, people type it without.
  for (const path of ['/users/', '/users']) {
    api.get(
      path,
      {
        schema: {
          tags,
          summary: 'Search people',
          description:
            'People who share a team with you; a superuser finds everybody. `email_pattern` is any part of the address, in any case.',
          querystring: UserSearch,
          response: { 200: z.array(User), ...errorResponses(422) },
        },
      },
      async (request, reply) =>
        listAnswer(reply, await users.search(callerOf(request), request.query)),
    );
  }

  api.get(
    '/users/me',
    {
      schema: {
        tags,
        summary: 'Get my account',
        description: 'Who the token belongs to.',
        response: { 200: User, ...errorResponses() },
      },
    },
    async (request) => users.me(callerOf(request)),
  );

  api.patch(
    '/users/me',
    {
      schema: {
        tags,
        summary: 'Change my names',
        description: 'What is not sent stays as it is; anything but the names is ignored.',
        body: UserUpdate,
        response: { 200: User, ...errorResponses(404, 422) },
      },
    },
    async (request) => users.update(actorOf(request), callerOf(request).userId, request.body),
  );

  api.get(
    '/users/:id',
    {
      schema: {
        tags,
        summary: 'Get a person',
        description: 'Yourself, or somebody who shares a team with you; a superuser gets anybody.',
        params,
        response: { 200: User, ...errorResponses(404) },
      },
    },
    async (request) => users.get(callerOf(request), request.params.id),
  );

  api.patch(
    '/users/:id',
    {
      schema: {
        tags,
        summary: 'Change an account',
        description:
          'Your own names, or as a superuser anybody’s. `is_active` counts only from a superuser for somebody else: false ends their sessions and closes their live boards at once.',
        params,
        body: AccountUpdate,
        response: { 200: User, ...errorResponses(403, 404, 422) },
      },
    },
    async (request) => users.update(actorOf(request), request.params.id, request.body),
  );

  api.delete(
    '/users/:id',
    {
      schema: {
        tags,
        summary: 'Delete an account',
        description:
          'Your own, with its `password` in the body unless you have logged in within the last ten minutes (`OWN_PASSWORD_NEEDED`, `OWN_PASSWORD_WRONG`), or as a superuser anybody’s without. Its sessions end and its live boards close. Refused (409) for the last admin of a team in which others remain.',
        params,
        body: AccountDeletion,
        response: { 204: z.null(), ...errorResponses(400, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      await users.remove(actorOf(request), request.params.id, request.body?.password);
      return reply.status(204).send(null);
    },
  );
}
