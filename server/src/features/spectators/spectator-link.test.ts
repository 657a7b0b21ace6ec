// docs/retro.md R-225: a board on a screen without an account, by a link that can be revoked.
import { NewSpectatorLink, SpectatorLinkState } from '@wentwell/contract/guests/spectators';
import { liveLimits } from '@wentwell/contract/limits';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { users } from '#server/features/users/users.table';
import { memoryBus } from '#server/platform/bus/bus';
import { buildTestApp, type TestUser } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser, ownPassword } from '#test/factories';
import type { LiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';
import { buildMeetingScene } from '#test/meeting-scene';

import {
  boardOf,
  enter,
  link,
  newLink,
  screenOn,
  screensSeen,
  session,
} from './spectator-scene.suite.ts';
import { spectatorLinks, spectatorSessions } from './spectators.table.ts';

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
});

// docs/retro.md: the sockets of screens.
describe('R-227, S-60: a screen is disconnected', () => {
  it('on every node when its link is revoked', async () => {
    const bus = memoryBus();
    await using scene = await buildMeetingScene({ bus });
    const { app, owner, member, meeting, call } = scene;
    await using there = await buildTestApp({}, { bus, beside: app });
    const token = await session(app, await newLink(scene, owner));
    await using here = await screenOn(app, scene, token);
    await using far = await screenOn(there, scene, token);
    await using person = await app.live(member, meeting.id);
    await call('DELETE', link, { as: owner });
    expect(await Promise.all([here.closed, far.closed])).toEqual([4404, 4404]);
    await person.roundTrip();
    await bus.close();
  });

  it('S-52: within a second on every node when the link’s maker loses the right, or no bus tells of its end', async () => {
    const bus = memoryBus();
    const clock = manualClock();
    await using app = await buildTestApp({}, { bus, clock });
    await using there = await buildTestApp({}, { bus, clock, beside: app });
    const admin = await buildUser(app);
    const makers = await Promise.all(Array.from({ length: 7 }, () => buildUser(app)));
    const team = await buildTeam(app, { admin, members: makers });
    const at = `/api/v1/teams/${team.id}`;
    async function setRole({ id }: TestUser, role: string) {
      await app.put(admin, `${at}/members/${id}`, { role });
    }
    const losses: Record<string, (maker: TestUser, path: string) => Promise<unknown>> = {
      leaves: (maker) => app.post(maker, `${at}/leave`),
      'is removed': (maker) =>
        app.post(admin, `/api/v1/admin/teams/${team.id}/remove-user/${maker.id}`),
      'hands the meeting over': (maker, path) =>
        app.post(maker, `${path}/owner`, { owner_id: admin.id }),
      'is deactivated': ({ id }) =>
        app.db.update(users).set({ isActive: false }).where(eq(users.id, id)),
      'deletes their account': (maker) =>
        app.delete(maker, `/api/v1/users/${maker.id}`, { password: ownPassword }),
      'is an admin no more': (maker) => setRole(maker, 'member'),
      'revokes it unheard': ({ id }) =>
        app.db.delete(spectatorLinks).where(eq(spectatorLinks.createdBy, id)),
    };
    const screens = [];
    for (const [index, [why, lose]] of Object.entries(losses).entries()) {
      const maker = makers[index] ?? admin;
      const isOwner = why !== 'is an admin no more';
      if (!isOwner) await setRole(maker, 'admin');
      const meeting = await buildMeeting(app, { owner: isOwner ? maker : admin, team });
      const path = `/api/v1/meetings/${meeting.id}`;
      const { secret } = NewSpectatorLink.parse((await app.post(maker, path + link)).body);
      const token = await session(app, secret);
      const node = index % 2 === 0 ? app : there;
      screens.push({ why, secret, token, client: await screenOn(node, { meeting }, token) });
      await lose(maker, path);
    }
    for (const { why, secret, token } of screens) {
      expect([why, (await enter(app, secret)).problem?.code]).toEqual([why, 'SCREEN_LINK_GONE']);
      const read = await app.request('GET', '/api/v1/spectator/board', { token });
      expect([why, read.status]).toEqual([why, 401]);
    }
    clock.advance(1000);
    expect(await Promise.all(screens.map(({ client }) => client.closed))).toEqual(
      screens.map(() => 4404),
    );
    await bus.close();
  });

  it.each([
    ['deleted', 'DELETE', undefined],
    ['canceled', 'PUT', { status: 'canceled' }],
  ])('permanently when its meeting is %s', async (_what, method, body) => {
    await using scene = await buildMeetingScene();
    const { app, owner, call } = scene;
    const secret = await newLink(scene, owner);
    const token = await session(app, secret);
    await using screen = await screenOn(app, scene, token);
    await call(method, '', { as: owner, ...(body && { body }) });
    expect([4403, 4404, 4409]).toContain(await screen.closed);
    expect((await enter(app, secret)).problem?.code).toBe('SCREEN_LINK_GONE');
    expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
  });

  it('by HTTP when its session has expired, and gets another by its link', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner } = scene;
    const secret = await newLink(scene, owner);
    const token = await session(app, secret);
    await app.db.update(spectatorSessions).set({ expiresAt: new Date() });
    expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
    expect((await boardOf(app, await session(app, secret))).meeting.id).toBe(scene.meeting.id);
  });
});

it('R-228, S-73: screens are counted on all nodes, visible to members; no screen is a participant or gets the count', async () => {
  const bus = memoryBus();
  await using scene = await buildMeetingScene({ bus });
  const { app, owner, member, meeting } = scene;
  await using there = await buildTestApp({}, { bus, beside: app });
  const token = await session(app, await newLink(scene, owner));
  await using person = await app.live(member, meeting.id);
  const here = await screenOn(app, scene, token);
  const far = await screenOn(there, scene, token);
  await expect.poll(() => screensSeen(person)).toBe(2);
  await using late = await app.live(owner, meeting.id);
  await expect.poll(() => screensSeen(late)).toBe(2);
  const present = (await boardOf(app, token)).presence;
  expect(present.map(({ userId }) => userId).toSorted()).toEqual([owner.id, member.id].toSorted());
  expect([screensSeen(here), screensSeen(far)]).toEqual([undefined, undefined]);
  await here[Symbol.asyncDispose]();
  await far[Symbol.asyncDispose]();
  await expect.poll(() => screensSeen(person)).toBe(0);
  await bus.close();
});
