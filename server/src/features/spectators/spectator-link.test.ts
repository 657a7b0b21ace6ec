// docs/retro.md R-225: a board on a screen without an account, by a link that can be revoked.
import { SpectatorLinkState } from '@wentwell/contract/guests/spectators';
import { liveLimits } from '@wentwell/contract/limits';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { newSecret } from '#server/platform/secrets';
import { buildTestApp } from '#test/build-test-app';
import type { LiveClient } from '#test/live-client';
import { buildMeetingScene } from '#test/meeting-scene';

import { boardOf, enter, link, newLink, screenOn, session } from './spectator-scene.suite.ts';

describe('R-225: the link', () => {
  it('is made and revoked by the owner and team admins; its secret is shown once and stored as a hash', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, admin, call } = scene;
    expect((await call('GET', link, { as: owner })).body).toEqual({ link: null });
    const secret = await newLink(scene, owner);
    const found = await call('GET', link, { as: admin });
    expect(SpectatorLinkState.parse(found.body).link?.created_by).toBe(owner.id);
    expect(JSON.stringify(found.body)).not.toContain(secret);
    const token = await session(app, secret);
    const tables = await app.db.execute(
      sql`select (select json_agg(l) from spectator_links l) as links, (select json_agg(s) from spectator_sessions s) as sessions, (select json_agg(r) from receipts r) as receipts`,
    );
    for (const each of [secret, token]) expect(JSON.stringify(tables.rows)).not.toContain(each);
    expect((await call('DELETE', link, { as: admin })).status).toBe(204);
    expect((await call('DELETE', link, { as: admin })).status).toBe(204);
    expect((await enter(app, secret)).problem?.code).toBe('SCREEN_LINK_GONE');
  });

  it('is unique: a new one ends the previous one, its sessions, and its screens', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner } = scene;
    const first = await newLink(scene, owner);
    const token = await session(app, first);
    await using screen = await screenOn(app, scene, token);
    const second = await newLink(scene, owner);
    expect(await screen.closed).toBe(4404);
    expect((await enter(app, first)).problem?.code).toBe('SCREEN_LINK_GONE');
    expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
    expect((await enter(app, second)).status).toBe(201);
  });

  it('serves fifty screens, all of which close when it is revoked', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, call } = scene;
    const token = await session(app, await newLink(scene, owner));
    await using screens = new AsyncDisposableStack();
    const open: LiveClient[] = [];
    for (let count = 0; count < 50; count += 1) {
      open.push(screens.use(await screenOn(app, scene, token)));
    }
    await call('DELETE', link, { as: owner });
    expect(new Set(await Promise.all(open.map(({ closed }) => closed)))).toEqual(new Set([4404]));
  });

  it('is for planned and live meetings, and works for a day after the end', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner, call, meeting } = scene;
    const secret = await newLink(scene, owner);
    const token = await session(app, secret);
    await call('PUT', '', { as: owner, body: { status: 'closed' } });
    expect((await boardOf(app, token)).meeting.status).toBe('closed');
    expect((await call('POST', link, { as: owner })).problem?.code).toBe('SCREEN_LINK_OVER');
    const ticket = await app.request('POST', '/api/v1/spectator/live-ticket', { token });
    expect(ticket.problem?.code).toBe('MEETING_NOT_LIVE');
    const endTime = new Date(Date.now() - liveLimits.spectatorLinkAfterEnd - 60_000);
    await app.db.update(meetings).set({ endTime }).where(eq(meetings.id, meeting.id));
    expect((await enter(app, secret)).status).toBe(404);
    expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
  });

  it('ends permanently with a cancellation: planned again, the meeting has none', async () => {
    await using scene = await buildMeetingScene({ status: 'planned' });
    const { app, owner, call } = scene;
    const secret = await newLink(scene, owner);
    const token = await session(app, secret);
    for (const status of ['canceled', 'planned', 'live']) {
      expect((await call('PUT', '', { as: owner, body: { status } })).status).toBe(200);
      expect((await enter(app, secret)).problem?.code).toBe('SCREEN_LINK_GONE');
      expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
    }
    expect((await call('GET', link, { as: owner })).body).toEqual({ link: null });
  });

  it('of the previous version for a canceled meeting ends when that is planned again', async () => {
    await using scene = await buildMeetingScene({ status: 'planned' });
    const { app, owner, call, meeting } = scene;
    const secret = await newLink(scene, owner);
    await app.db.update(meetings).set({ status: 'canceled' }).where(eq(meetings.id, meeting.id));
    await call('PUT', '', { as: owner, body: { status: 'planned' } });
    expect((await enter(app, secret)).problem?.code).toBe('SCREEN_LINK_GONE');
  });

  it('limits attempts by address', async () => {
    await using app = await buildTestApp({ RATE_LIMITS: '1' });
    const statuses: number[] = [];
    for (let tried = 0; tried < 21; tried += 1) {
      statuses.push((await enter(app, newSecret())).status);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });
});
