import { UserId } from '@wentwell/contract/ids';
import { AccountDeletion, AccountUpdate, MeUpdate } from '@wentwell/contract/user-changes';
import { UserSearch } from '@wentwell/contract/user-lists';
import { Me, User } from '@wentwell/contract/users';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { actorOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';

import type { UsersService } from './users.service.ts';

const params = z.object({ id: UserId });

export function usersRoutes(api: Api, users: UsersService): void {
  const { list, answer } = callsOf(api, 'Users');

  // The spec's client asks with the slash, people type it without.
  for (const path of ['/users/', '/users'] as const) {
    list(path, {
      operationId: 'searchUsers',
      // The description holds each call once.
      hide: path.endsWith('/'),
      summary: 'Search people',
      description:
        'People who share a team with you; a superuser finds everybody. `email_pattern` is any part of the address, in any case.',
      querystring: UserSearch,
      lists: User,
      run: ({ caller, query }) => users.search(caller, query),
    });
  }

  answer('GET /users/me', {
    operationId: 'getMe',
    summary: 'Get my account',
    description: 'Who the token belongs to.',
    answers: { 200: Me },
    run: ({ caller }) => users.me(caller),
  });

  answer('PATCH /users/me', {
    operationId: 'updateMe',
    summary: 'Change my names or my theme',
    description:
      'What is not sent stays as it is; anything but the names and the theme is ignored.',
    body: MeUpdate,
    answers: { 200: Me },
    run: ({ caller, body, request }) => users.update(actorOf(request), caller.userId, body),
  });

  answer('GET /users/:id', {
    operationId: 'getUser',
    summary: 'Get a person',
    description: 'Yourself, or somebody who shares a team with you; a superuser gets anybody.',
    params,
    answers: { 200: User },
    run: ({ caller, params }) => users.get(caller, params.id),
  });

  answer('PATCH /users/:id', {
    operationId: 'updateUser',
    summary: 'Change an account',
    description:
      'Your own names, or as a superuser anybody’s. `is_active` counts only from a superuser for somebody else: false ends their sessions and closes their live boards at once.',
    params,
    body: AccountUpdate,
    answers: { 200: User },
    refuses: [403],
    run: ({ params, body, request }) => users.update(actorOf(request), params.id, body),
  });

  answer('DELETE /users/:id', {
    operationId: 'deleteUser',
    summary: 'Delete an account',
    description:
      'Your own, with its `password` in the body unless you have logged in within the last ten minutes (`OWN_PASSWORD_NEEDED`, `OWN_PASSWORD_WRONG`), or as a superuser anybody’s without. Its sessions end and its live boards close. Refused (409) for the last admin of a team in which others remain.',
    params,
    body: AccountDeletion,
    answers: { 204: z.null() },
    refuses: [403, 409],
    run: ({ params, body, request }) => users.remove(actorOf(request), params.id, body?.password),
  });
}
