import { OwnSession, SessionToken } from '@wentwell/contract/accounts/sessions';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { hashSecret, newSecret } from '#server/platform/secrets';
import { ageDatabase } from '#test/age-database';
import { follow } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { buildMeeting } from '#test/factories';

import { api, authCalls, DAY, password } from './auth-scene.suite.ts';
import { sessions, sessionTokens } from './sessions.table.ts';

const app = await fileApp();

const { addPerson, signIn, validate, post, logIn, openSession } = authCalls(app);
const path = `${api}/me/sessions`;

async function logInWith(username: string, userAgent: string): Promise<string> {
  const answer = await app.request('POST', `${api}/auth/login`, {
    form: { username, password },
    headers: { 'user-agent': userAgent },
  });
  return SessionToken.parse(answer.body).access_token;
}

async function list(token: string): Promise<OwnSession[]> {
  return z.array(OwnSession).parse((await app.request('GET', path, { token })).body);
}

function end(token: string, id: string) {
  return app.request('DELETE', `${path}/${encodeURIComponent(id)}`, { token });
}

describe('my sessions', () => {
  it('are listed with device, last used first, without secrets', async () => {
    const email = await addPerson();
    const phone = await logInWith(email, 'Phone/1');
    await ageDatabase(app, 1000);
    const desk = await logInWith(email, `Desk/2 ${'x'.repeat(400)}`);
    await logInWith(await addPerson(), 'Stranger/3');

    const answer = await app.request('GET', path, { token: phone });
    expect(answer.headers.get('x-total-count')).toBe('2');
    const [first, second] = z.array(OwnSession).parse(answer.body);
    expect(first).toMatchObject({ current: false });
    expect(first?.user_agent).toBe(`Desk/2 ${'x'.repeat(293)}`);
    expect(second).toMatchObject({ user_agent: 'Phone/1', current: true });
    expect(Object.keys(second ?? {}).toSorted()).toEqual([
      'created_at',
      'current',
      'id',
      'last_used_at',
      'user_agent',
    ]);
    expect((await list(desk)).map(({ current }) => current)).toEqual([true, false]);
  });

  it('are paged like every list', async () => {
    const email = await addPerson();
    for (const name of ['a', 'b', 'c']) await logInWith(email, name);
    const token = await logInWith(email, 'd');
    const page = await app.request('GET', `${path}?skip=1&limit=2`, { token });
    expect(page.body).toHaveLength(2);
    expect(page.headers.get('x-total-count')).toBe('4');
    expect((await app.request('GET', `${path}?limit=0`, { token })).status).toBe(422);
  });

  it('are not listed once expired', async () => {
    const email = await addPerson();
    const old = await logInWith(email, 'Old/1');
    const [gone] = await list(old);
    await ageDatabase(app, 8 * DAY);
    // Another user's login does not trim this user's sessions.
    const user = await signIn();
    expect(await list(user.token)).toHaveLength(1);
    const token = await logInWith(email, 'New/2');
    expect((await list(token)).map(({ user_agent }) => user_agent)).toEqual(['New/2']);
    expect((await end(token, gone?.id ?? '')).status).toBe(404);
  });

  it('end one by one, with their sockets', async () => {
    const user = await signIn();
    const other = await logInWith(await addPerson(), 'Other/1');
    const meeting = await buildMeeting(app, { owner: user });
    await using live = await app.live(user, meeting.id);
    expect((await end(user.token, user.sessionId)).status).toBe(204);
    expect(await live.closed).toBe(4401);
    expect((await validate(user.token)).status).toBe(401);
    expect((await validate(other)).status).toBe(200);
  });

  it('ending one leaves the caller’s session', async () => {
    const email = await addPerson();
    const [desk, phone] = [await logInWith(email, 'Desk'), await logInWith(email, 'Phone')];
    const lost = (await list(desk)).find(({ current }) => !current);
    expect((await end(desk, lost?.id ?? '')).status).toBe(204);
    expect((await validate(phone)).status).toBe(401);
    expect((await list(desk)).map(({ user_agent }) => user_agent)).toEqual(['Desk']);
    expect((await end(desk, lost?.id ?? '')).status).toBe(404);
  });
});

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

  it('goes on with the replaced token while answers with a new one are lost', async () => {
    const user = await signIn();
    for (let times = 0; times < 2; times += 1) {
      await refresh(user.token);
      await ageDatabase(app, DAY);
      const calls = await Promise.all([1, 2, 3].map(() => validate(user.token)));
      expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const fresh = await refresh(user.token);
    expect((await validate(fresh)).status).toBe(200);
    await ageDatabase(app, graceOver);
    expect((await validate(user.token)).status).toBe(401);
    expect((await validate(fresh)).status).toBe(401);
  });

  it('ends the session if a new token comes up after the replaced one was refreshed again', async () => {
    const user = await signIn();
    const owned = await refresh(user.token);
    await ageDatabase(app, DAY);
    const stolen = await refresh(user.token);
    expect((await validate(stolen)).status).toBe(200);
    expect((await validate(owned)).status).toBe(401);
    expect((await validate(stolen)).status).toBe(401);
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
    const replaced = Array.from({ length: 110 }, () => ({
      tokenHash: hashSecret(newSecret()),
      sessionId: user.sessionId,
      worksUntil: new Date(),
    }));
    await app.db.insert(sessionTokens).values(replaced);
    const newest = await refresh(user.token);
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
