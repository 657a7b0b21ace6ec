import { User } from '@wentwell/contract/accounts/users';
import { expect, it } from 'vitest';

import { buildTestApp } from './build-test-app.ts';
import { unlikeDescription } from './described-answers.ts';
import { buildUser } from './factories.ts';

it('tests fail if an answer lacks a described field, at either address', async () => {
  await using app = await buildTestApp();
  const as = await buildUser(app, { isSuperuser: true });
  const { headers: sent, body: user } = await app.get(as, '/api/v1/users/me');
  const headers = new Headers(sent);
  const { email, ...lacking } = User.parse(user);
  for (const path of [
    '/api/v1/users/:id',
    '/api/v1/admin/users/:userId',
    '/api/admin/users/:userId',
  ]) {
    const unlike = (body: object) =>
      unlikeDescription(app.routes, { route: { method: 'GET', path }, status: 200, headers, body });
    expect(await unlike(lacking), path).toContain('email');
    headers.set('ETag', '"1"');
    expect(await unlike({ ...lacking, email }), path).toContain('has ETag');
    headers.delete('ETag');
    if (path.includes('admin')) continue;
    expect(await unlike({ ...lacking, email, of_a_later_version: true })).toBeNull();
  }
});
