// Presence on one node, on several, and while Redis is unavailable.
import { Board } from '@wentwell/contract/board/snapshot';
import { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { describe, expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { newId } from '#server/platform/ids';
import { buildBoard, letPass } from '#test/board-scene';
import { type Answer, buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildUser, ownPassword } from '#test/factories';
import type { LiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';
import { canRunRedis, hasRedis, startTestRedis } from '#test/redis';
import { buildTwoNodes } from '#test/two-nodes';

import { Presence } from './presence.ts';

/** People online in the client's last presence_update. */
function online(live: LiveClient): UserId[] {
  const updates = live.frames.flatMap((frame) =>
    frame.type === 'presence_update' ? [frame.data] : [],
  );
  return (updates.at(-1) ?? []).flatMap(({ userId, isOnline }) => (isOnline ? [userId] : []));
}

/** All people in the client's last presence_update. */
function shown(live: LiveClient): UserId[] {
  const update = live.frames.findLast((frame) => frame.type === 'presence_update');
  return update?.type === 'presence_update' ? update.data.map(({ userId }) => userId) : [];
}

type BoardScene = Awaited<ReturnType<typeof buildBoard>>;

async function boardText(app: TestApp, path: string, as: TestUser): Promise<string> {
  return JSON.stringify((await app.get(as, `${path}/board`)).body);
}

async function snapshotPresence(app: TestApp, path: string, as: TestUser): Promise<UserId[]> {
  return (await app.read(as, `${path}/board`, Board)).presence.flatMap(({ userId, isOnline }) =>
    isOnline ? [userId] : [],
  );
}

it('S-41, S-42: a node announces users who join and leave; two tabs are one user', async () => {
  const clock = manualClock(new Date());
  await using app = await buildTestApp({}, { clock });
  const { owner, member, meeting } = await buildBoard(app);
  await using watching = await app.live(owner, meeting.id);
  const tab = await app.live(member, meeting.id);
  const second = await app.live(member, meeting.id);
  const joined = await watching.untilType('user_joined');
  expect(joined.data).toMatchObject({ userId: member.id, email: member.email, isOnline: true });
  await tab[Symbol.asyncDispose]();
  await letPass(clock, 2 * liveLimits.presenceLinger, [watching, second]);
  expect(watching.frames.some(({ type }) => type === 'user_left')).toBe(false);
  await second[Symbol.asyncDispose]();
  await expect
    .poll(async () => {
      await letPass(clock, liveLimits.presenceLinger, [watching]);
      return watching.frames.filter(({ type }) => type === 'user_left');
    })
    .toMatchObject([{ data: { userId: member.id, isOnline: false } }]);
  expect(watching.frames.filter(({ type }) => type === 'user_joined')).toHaveLength(1);
  await letPass(clock, liveLimits.presenceEvery, [watching]);
  expect(online(watching)).toEqual([owner.id]);
});

it('S-41: a crowd is announced by one list for all, not one per member', async () => {
  const clock = manualClock(new Date());
  await using app = await buildTestApp({}, { clock });
  const { owner, meeting, team } = await buildBoard(app);
  await using watching = await app.live(owner, meeting.id);
  const crowd = await Promise.all(Array.from({ length: 30 }, () => buildUser(app)));
  const membershipOf = ({ id }: TestUser) => ({
    teamId: team.id,
    userId: id,
    role: 'member' as const,
  });
  await app.db.insert(memberships).values(crowd.map(membershipOf));
  await using stack = new AsyncDisposableStack();
  const sockets: LiveClient[] = [];
  for (const user of crowd) sockets.push(stack.use(await app.live(user, meeting.id)));
  await letPass(clock, liveLimits.presenceEvery, [watching, ...sockets]);
  const allIds = [owner, ...crowd].map(({ id }) => id).toSorted();
  for (const live of [watching, ...sockets]) {
    await expect.poll(() => online(live).toSorted()).toEqual(allIds);
  }
  const received = [watching, ...sockets].flatMap(({ frames }) => frames);
  const count = (kind: string) => received.filter(({ type }) => type === kind).length;
  // One by one each arrival would reach each client with its own list: some 500 and 60.
  expect(count('user_joined')).toBeLessThan(100);
  expect(count('presence_update')).toBeLessThan(50);
});

describe('a user', () => {
  it('S-47: is shown by first and last name, or by the whole email address', async () => {
    await using app = await buildTestApp();
    const { owner, meeting, team } = await buildBoard(app);
    const nameless = await buildUser(app, { firstName: '', lastName: '' });
    const join = { teamId: team.id, userId: nameless.id, role: 'member' as const };
    await app.db.insert(memberships).values(join);
    await using watching = await app.live(owner, meeting.id);
    await using _other = await app.live(nameless, meeting.id);
    const { data } = await watching.untilType('user_joined');
    expect(data).toMatchObject({ userName: nameless.email, email: nameless.email });
    const [first] = (await watching.untilType('presence_update')).data;
    expect(first?.userName).toMatch(/^Person Number \d+$/);
  });

  it('S-48: removed from the team after leaving, is no longer listed as recently active', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({}, { clock });
    const { owner, member, meeting, team, path } = await buildBoard(app);
    await using watching = await app.live(owner, meeting.id);
    await (await app.live(member, meeting.id))[Symbol.asyncDispose]();
    await expect
      .poll(async () => {
        await letPass(clock, liveLimits.presenceLinger, [watching]);
        return watching.frames.some(({ type }) => type === 'user_left');
      })
      .toBe(true);
    const removal = `/api/v1/admin/teams/${team.id}/remove-user/${member.id}`;
    await app.post(owner, removal);
    await expect.poll(() => boardText(app, path, owner)).not.toContain(member.email);
  });
});

describe.skipIf(!hasRedis)('on two nodes', () => {
  it('S-48: a user who has lost access is no longer shown, on either node', async () => {
    await using nodes = await buildTwoNodes();
    const { here, there } = nodes;
    const root = await buildUser(here, { isSuperuser: true });
    const losses: Record<string, (scene: BoardScene) => Promise<Answer>> = {
      'is removed from the team': ({ owner, member, team }) =>
        here.post(owner, `/api/v1/admin/teams/${team.id}/remove-user/${member.id}`),
      'deletes the account': ({ member }) =>
        here.delete(member, `/api/v1/users/${member.id}`, { password: ownPassword }),
      'is deactivated': ({ member }) =>
        here.request('PATCH', `/api/v1/users/${member.id}`, {
          as: root,
          body: { is_active: false },
        }),
    };
    for (const [how, lose] of Object.entries(losses)) {
      const board = await buildBoard(here);
      const { owner, member, meeting, path } = board;
      await using near = await here.live(owner, meeting.id);
      await using farOwner = await there.live(owner, meeting.id);
      await using _far = await there.live(member, meeting.id);
      for (const live of [near, farOwner]) {
        await expect.poll(() => online(live), { message: how }).toContain(member.id);
      }
      await lose(board);
      for (const live of [near, farOwner]) {
        await expect.poll(() => shown(live), { message: how }).toEqual([owner.id]);
      }
      for (const node of [here, there]) {
        const { presence } = await node.read(owner, `${path}/board`, Board);
        expect(presence.map(({ userId }) => userId)).toEqual([owner.id]);
      }
    }
  });

  it('S-42, S-43, S-46: shows both nodes’ users once each, and removes a user who has left both', async () => {
    const clock = manualClock(new Date());
    await using nodes = await buildTwoNodes({ clock });
    const { here, there } = nodes;
    const { owner, member, meeting, path } = await buildBoard(here);
    await using near = await here.live(owner, meeting.id);
    const far = await there.live(member, meeting.id);
    const farOwner = await there.live(owner, meeting.id);
    const onlineLater = async (live: LiveClient, ms: number = liveLimits.presenceEvery) => {
      await letPass(clock, ms, [live]);
      return online(live).toSorted();
    };
    const both = [owner.id, member.id].toSorted();
    for (const live of [near, far]) {
      await expect.poll(() => onlineLater(live)).toEqual(both);
    }
    expect((await near.untilType('user_joined')).data).toMatchObject({ userId: member.id });
    for (const node of [here, there]) {
      expect((await snapshotPresence(node, path, owner)).toSorted()).toEqual(both);
    }
    await farOwner[Symbol.asyncDispose]();
    await far[Symbol.asyncDispose]();
    await expect.poll(() => onlineLater(near, liveLimits.presenceLinger)).toEqual([owner.id]);
    expect(near.frames.filter(({ type }) => type === 'user_left')).toMatchObject([
      { data: { userId: member.id, isOnline: false } },
    ]);
  });

  it('S-46: a node without a socket on the board shows the other node’s users in its snapshot', async () => {
    // It does not wait for a renewal of the lease of the node that has just started.
    await using nodes = await buildTwoNodes({ clock: manualClock(new Date()) });
    const { here, there } = nodes;
    const { owner, member, meeting, path } = await buildBoard(here);
    await using _near = await here.live(owner, meeting.id);
    await expect.poll(() => snapshotPresence(there, path, member)).toEqual([owner.id]);
  });
});

it.skipIf(!hasRedis)(
  'S-44: a paused process closes its sockets with 1001, and shows users who reconnect',
  async () => {
    const clock = manualClock(new Date());
    await using redis = await startTestRedis();
    await using app = await buildTestApp({}, { clock, redisUrl: redis.url });
    const { owner, member, meeting } = await buildBoard(app);
    await using live = await app.live(owner, meeting.id);
    clock.pauseProcess(60_000);
    clock.advance(liveLimits.leaseEvery);
    expect(await live.closed).toBe(1001);
    await using back = await app.live(member, meeting.id);
    await expect.poll(() => online(back)).toEqual([member.id]);
  },
);

it.skipIf(!canRunRedis)(
  'S-45: while Redis is unavailable a node shows its own users, and others’ once an empty Redis is back',
  async () => {
    await using nodes = await buildTwoNodes();
    const { here, there, redis } = nodes;
    const { owner, member, meeting, path } = await buildBoard(here);
    await using near = await here.live(owner, meeting.id);
    await using far = await there.live(member, meeting.id);
    const both = [owner.id, member.id].toSorted();
    await expect.poll(() => online(near).toSorted()).toEqual(both);
    await redis.kill();
    await using late = await there.live(owner, meeting.id);
    await expect.poll(() => online(late)).toContain(owner.id);
    expect(await snapshotPresence(here, path, owner)).toContain(owner.id);
    await redis.restart();
    await expect.poll(() => online(far).toSorted()).toEqual(both);
    await expect
      .poll(async () => (await snapshotPresence(here, path, owner)).toSorted())
      .toEqual(both);
  },
);

function room() {
  const clock = manualClock();
  const calls: string[] = [];
  const presence = new Presence(clock, {
    onJoined: ({ userName }) => calls.push(`${userName} joined`),
    onLeft: ({ userName }) => calls.push(`${userName} left`),
    onChange: (all) => calls.push(`${all.filter(({ isOnline }) => isOnline).length} online`),
    onDelta: () => undefined,
  });
  const participant = (userName: string) => ({
    userId: newId(UserId),
    userName,
    email: `${userName}@x.y`,
  });
  return { clock, calls, presence, participant };
}

describe('presence', () => {
  it('S-42: shows a user as gone 5 s after the last tab closed, unless another opens', () => {
    const { clock, calls, presence, participant } = room();
    const kim = participant('Kim');
    presence.enter(kim);
    presence.leave(kim.userId);
    clock.advance(4999);
    presence.enter(kim);
    presence.leave(kim.userId);
    clock.advance(4999);
    expect(calls).not.toContain('Kim left');
    clock.advance(1);
    expect(calls).toContain('Kim left');
    expect(presence.entries()).toMatchObject([{ userName: 'Kim', isOnline: false }]);
  });

  it('S-41: sends 100 people or more one list every two seconds at most, always with the last state', () => {
    const { clock, calls, presence, participant } = room();
    for (let count = 0; count < 100; count += 1) {
      presence.enter(participant(`P${count}`));
      clock.advance(100);
    }
    const lists = () => calls.filter((line) => line.endsWith('online'));
    const before = lists().length;
    for (let count = 100; count < 150; count += 1) {
      presence.enter(participant(`P${count}`));
      clock.advance(100);
    }
    expect(lists().length - before).toBeLessThanOrEqual(3);
    clock.advance(2000);
    expect(lists().at(-1)).toBe('150 online');
  });
});
