import { UserId } from '@wentwell/contract/ids';
import { User, UserUpdate } from '@wentwell/contract/users';
import { z } from 'zod';

import { refusals } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { callerOf } from '#server/platform/http/caller';

import type { UsersService } from './users.service.ts';

export function usersRoutes(api: Api, users: UsersService): void {
  api.get('/users/me', { schema: { response: { 200: User, ...refusals(404) } } }, async (request) =>
    users.get(callerOf(request), callerOf(request).userId),
  );

  api.patch(
    '/users/me',
    { schema: { body: UserUpdate, response: { 200: User, ...refusals(404, 422) } } },
    async (request) => users.updateOwn(callerOf(request), request.body),
  );

  api.get(
    '/users/:id',
    {
      schema: { params: z.object({ id: UserId }), response: { 200: User, ...refusals(404) } },
    },
    async (request) => users.get(callerOf(request), request.params.id),
  );
}
