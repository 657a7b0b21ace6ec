import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { ageDatabase } from '#test/age-database';
import { follow } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { buildMeeting } from '#test/factories';

import { api, authCalls, DAY } from './auth-scene.suite.ts';
import { sessions, sessionTokens } from './sessions.table.ts';

const app = await fileApp();

const { post, logIn, addPerson, signIn, openSession, validate } = authCalls(app);
const graceOver = 60_000;

async function refresh(token: string, body: unknown = {}): Promise<string> {
  const answer = await post('/auth/refresh', body, token);
  expect(answer.status).toBe(200);
  return SessionToken.parse(answer.body).access_token;
}

describe('refreshing', () => {
  it('returns a new token of the same session, whose expiry stays', async () => {
    const opened = SessionToken.parse((await logIn(await addPerson())).body);
    const answer = await post('/auth/refresh', {}, opened.access_token);
    const refreshed = SessionToken.parse(answer.body);
    expect(refreshed.access_token).not.toBe(opened.access_token);
    expect(refreshed).toMatchObject({ token_type: 'bearer', expires_at: opened.expires_at });
    const list = await app.request('GET', `${api}/me/sessions`, { token: refreshed.access_token });
    expect(list.body).toHaveLength(1);
  });

  it('accepts the replaced token for 60 seconds, but not for a refresh', async () => {
    const old = await openSession(await addPerson());
    const fresh = await refresh(old, undefined);
    await ageDatabase(app, graceOver - 20_000);
    expect((await validate(old)).status).toBe(200);
    expect((await post('/auth/refresh', {}, old)).status).toBe(401);
    expect((await validate(fresh)).status).toBe(200);
  });

  it('ends the session if the replaced token is used later', async () => {
    const user = await signIn();
    const meeting = await buildMeeting(app, { owner: user });
    const fresh = await refresh(user.token);
    await using live = await app.live({ ...user, token: fresh }, meeting.id);
    await ageDatabase(app, graceOver);
    expect((await validate(fresh)).status).toBe(200);
    expect((await validate(user.token)).status).toBe(401);
    expect((await validate(fresh)).status).toBe(401);
    expect(await live.closed).toBe(4401);
  });

  it('returns the new token to one of several simultaneous calls', async () => {
    const old = await openSession(await addPerson());
    const tabs = await Promise.all([1, 2, 3].map(() => post('/auth/refresh', {}, old)));
    expect(tabs.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    expect((await validate(old)).status).toBe(200);
  });

  it('leaves live sockets open', async () => {
    const user = await signIn();
    const meeting = await buildMeeting(app, { owner: user, phase: 'grouping' });
    await using live = await follow(app, user, meeting.id);
    const token = await refresh(user.token);
    await post(`/meetings/${meeting.id}/notes`, { content: 'still here' }, token);
    expect(await live.untilType('board_changed')).toBeDefined();
  });

  it('does not extend a session beyond 30 days', async () => {
    const user = await signIn();
    let token = user.token;
    for (let week = 0; week < 4; week += 1) {
      token = await refresh(token);
      await ageDatabase(app, 7 * DAY);
      const use = { lastUsedAt: new Date() };
      await app.db.update(sessions).set(use).where(eq(sessions.id, user.sessionId));
    }
    expect((await validate(token)).status).toBe(200);
    await ageDatabase(app, 3 * DAY);
    expect((await validate(token)).status).toBe(401);
    expect((await post('/auth/refresh', {}, token)).status).toBe(401);
  });

  it('keeps few tokens per session', async () => {
    const user = await signIn();
    let newest = user.token;
    for (let times = 0; times < 110; times += 1) newest = await refresh(newest);
    const ofSession = eq(sessionTokens.sessionId, user.sessionId);
    expect(await app.db.$count(sessionTokens, ofSession)).toBe(101);
    expect((await validate(newest)).status).toBe(200);
  });

  it('ends every token with the session', async () => {
    const old = await openSession(await addPerson());
    const fresh = await refresh(old);
    await post('/auth/logout', undefined, old);
    for (const token of [old, fresh]) {
      expect((await post('/auth/refresh', {}, token)).status).toBe(401);
    }
  });
});
