// The sample accounts over the life of one store: made by a private start, closed by any other.
import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { TeamHealth } from '@wentwell/contract/health/team-health';
import { Team } from '@wentwell/contract/teams/teams';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { users } from '#server/features/users/users.table';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildUser } from '#test/factories';

import { prepareDemo } from './demo.ts';

const api = '/api/v1';
const sample = { username: 'robin@example.com', password: 'Wentwell1' };
const privateStart = { isPrivate: true, demo: true };
const publicStart = { isPrivate: false, demo: false };

function logIn(app: TestApp, password = sample.password) {
  return app.request('POST', `${api}/auth/login`, { form: { ...sample, password } });
}

async function prepare(app: TestApp, start: typeof privateStart) {
  const { log, lines } = collectLog();
  return { signIn: await prepareDemo(app, start, log), lines: lines() };
}

describe('sample accounts', () => {
  it('are deactivated and signed out by a public start, which says so', async () => {
    await using app = await buildTestApp();
    expect((await prepare(app, privateStart)).signIn?.emails).toContain(sample.username);
    const { access_token: token } = SessionToken.parse((await logIn(app)).body);
    const user = await buildUser(app, { email: 'ada@example.com' });

    const { signIn, lines } = await prepare(app, publicStart);
    expect(signIn).toBeNull();
    expect(lines).toEqual([expect.objectContaining({ level: 40, accounts: 2 })]);
    expect((await logIn(app)).problem).toMatchObject({ code: 'LOGIN_BAD_CREDENTIALS' });
    expect((await app.request('GET', `${api}/users/me`, { token })).status).toBe(401);
    expect((await app.get(user, `${api}/users/me`)).status).toBe(200);
    // Once is enough.
    expect((await prepare(app, publicStart)).lines).toEqual([]);
  });

  it('belong to a team with a past: health has figures, and actions are open, late and done', async () => {
    await using app = await buildTestApp();
    await prepare(app, privateStart);
    const { access_token: token } = SessionToken.parse((await logIn(app)).body);
    const get = async (path: string) => (await app.request('GET', api + path, { token })).body;
    const [team] = Team.array().parse(await get('/teams'));
    const health = TeamHealth.parse(await get(`/teams/${team?.id}/health`));
    expect(health.retros.map(({ name }) => name)).toEqual(['Sprint 9', 'Sprint 10', 'Sprint 11']);
    expect(health.retros.every(({ mood, mood_after }) => mood && mood_after)).toBe(true);
    expect(health.open_actions).toEqual({ open: 3, overdue: 1 });
    expect(health.retros.map(({ actions }) => actions.done)).toEqual([2, 1, 0]);
  });

  it('work again after the next private start', async () => {
    await using app = await buildTestApp();
    await prepare(app, privateStart);
    await prepare(app, publicStart);
    expect((await prepare(app, privateStart)).signIn).toMatchObject({ password: sample.password });
    expect((await logIn(app)).status).toBe(200);
  });

  it('are recognised with another password, and after their deletion', async () => {
    await using app = await buildTestApp();
    await prepare(app, privateStart);
    await app.db.update(users).set({ passwordHash: 'another' });
    await app.db
      .update(users)
      .set({ deletedAt: new Date() })
      .where(eq(users.email, 'sasha@example.com'));
    expect((await prepare(app, publicStart)).lines).toMatchObject([{ accounts: 2 }]);
  });

  it("are never somebody's own account, whatever its address", async () => {
    await using app = await buildTestApp();
    const user = await buildUser(app, { email: sample.username });
    expect((await prepare(app, publicStart)).lines).toEqual([]);
    expect((await app.get(user, `${api}/users/me`)).status).toBe(200);
    const off = await buildUser(app, { email: 'off@example.com', isActive: false });
    await prepare(app, privateStart);
    expect((await app.get(off, `${api}/users/me`)).status).toBe(401);
  });
});
