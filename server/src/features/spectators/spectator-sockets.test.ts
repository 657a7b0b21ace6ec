// docs/retro.md: the sockets of screens.
import { describe, expect, it } from 'vitest';

import { memoryBus } from '#server/platform/bus/memory-bus';
import { buildTestApp } from '#test/build-test-app';
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
import { spectatorSessions } from './spectators.table.ts';

describe('R-227, S-60: a screen is disconnected', () => {
  it('on every node at once when its link is revoked', async () => {
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

  it.each([
    ['deleted', 'DELETE', undefined],
    ['canceled', 'PUT', { status: 'canceled' }],
  ])('when its meeting is %s, and does not come back', async (_what, method, body) => {
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

  it('from HTTP when its session has expired, and gets another one by its link', async () => {
    await using scene = await buildMeetingScene();
    const { app, owner } = scene;
    const secret = await newLink(scene, owner);
    const token = await session(app, secret);
    await app.db.update(spectatorSessions).set({ expiresAt: new Date() });
    expect((await app.request('GET', '/api/v1/spectator/board', { token })).status).toBe(401);
    expect((await boardOf(app, await session(app, secret))).meeting.id).toBe(scene.meeting.id);
  });
});

describe('R-228, S-73: screens are counted', () => {
  it('on all nodes, for the members; none of them is a participant, and no screen is told', async () => {
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
    expect(present.map(({ userId }) => userId).toSorted()).toEqual(
      [owner.id, member.id].toSorted(),
    );
    expect([screensSeen(here), screensSeen(far)]).toEqual([undefined, undefined]);
    await here[Symbol.asyncDispose]();
    await far[Symbol.asyncDispose]();
    await expect.poll(() => screensSeen(person)).toBe(0);
    await bus.close();
  });
});
