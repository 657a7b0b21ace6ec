// Closing of sockets: on revoked rights, the meeting's end, silence, and a node's stop.
import { SessionToken } from '@wentwell/contract/accounts/sessions';
import { liveLimits } from '@wentwell/contract/limits';
import { closeCodes } from '@wentwell/contract/live/live';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { sessions } from '#server/features/auth/sessions.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { users } from '#server/features/users/users.table';
import { openGates } from '#server/platform/http/request-gates';
import { buildBoard, letPass } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { holdSocket } from '#test/held-socket';
import { holdTable } from '#test/held-table';
import { openLiveClient } from '#test/live-client';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

const recheckEvery = liveLimits.head;
type Scene = Awaited<ReturnType<typeof buildBoard>>;

describe('a lost right', () => {
  it.each<[string, number, (app: TestApp, board: Scene) => Promise<unknown>]>([
    [
      'an ended session',
      4401,
      ({ db }, { member }) => db.delete(sessions).where(eq(sessions.id, member.sessionId)),
    ],
    [
      'an inactive user',
      4401,
      ({ db }, { member }) =>
        db.update(users).set({ isActive: false }).where(eq(users.id, member.id)),
    ],
    [
      'a lost membership',
      4403,
      ({ db }, { member }) => db.delete(memberships).where(eq(memberships.userId, member.id)),
    ],
    ['a deleted team', 4403, ({ db }) => db.update(teams).set({ deletedAt: new Date() })],
    ['a deleted meeting', 4403, ({ db }) => db.update(meetings).set({ deletedAt: new Date() })],
    ['a canceled meeting', 4409, ({ db }) => db.update(meetings).set({ status: 'canceled' })],
    ['a meeting past its end', 1000, ({ db }) => db.update(meetings).set({ endTime: new Date(0) })],
  ])(
    'S-52: is found in the database if the bus did not announce it: %s',
    async (_what, code, lose) => {
      const clock = manualClock(new Date());
      await using app = await buildTestApp({}, { clock });
      const board = await buildBoard(app);
      await using live = await app.live(board.member, board.meeting.id);
      await letPass(clock, recheckEvery, [live]);
      await lose(app, board);
      let [passed, closed] = [0, 0];
      void live.closed.then((found) => (closed = found));
      await expect
        .poll(() => {
          if (closed === 0) clock.advance(1000);
          passed += 1000;
          return closed;
        })
        .toBe(code);
      expect(passed).toBeLessThanOrEqual(30_000);
    },
  );

  it('S-51: closes a joining socket, too, by the notice received meanwhile', async () => {
    const { owner, member, meeting, team } = await buildBoard(app);
    const admitted = Promise.withResolvers<void>();
    const mayJoin = Promise.withResolvers<void>();
    const slot = {
      ...openGates.ofAccount(member.id, { cost: 1 }),
      acquire() {
        admitted.resolve();
        return mayJoin.promise;
      },
    };
    const gates = { ...openGates, ofAccount: () => slot };
    const held = holdSocket(app, { user: member, meeting }, { gates });
    await using staying = await app.live(owner, meeting.id);
    const joining = held.session.start({ token: '', since: null, from: '127.0.0.1' });
    await admitted.promise;
    const removal = `/api/v1/admin/teams/${team.id}/remove-user/${member.id}`;
    expect((await app.post(owner, removal)).status).toBeLessThan(300);
    const before = app.db.traffic.statements;
    mayJoin.resolve();
    await joining;
    expect(held.closed).toEqual([4403]);
    expect(app.db.traffic.statements).toBe(before);
    await staying.roundTrip();
  });

  it('S-52: of a guest is asked for while the room closes: the socket ends at once and alone', async () => {
    const { owner, member, meeting } = await buildBoard(app);
    await using staying = await app.live(owner, meeting.id);
    const room = await app.rooms.openRoom(meeting.id);
    const slot = {
      ...openGates.ofAccount(member.id, { cost: 1 }),
      // Between the room that has opened and the guest who joins it.
      release: () => room.close('goingAway'),
    };
    const guest = {
      userId: member.id,
      sessionId: member.sessionId,
      email: '',
      firstName: '',
      lastName: '',
      displayName: 'Sven',
      fullName: 'Sven',
      isSuperuser: false,
      isVerified: false,
      guestOf: meeting.id,
    };
    const { team_id: teamId, phase, status } = meeting;
    const held = holdSocket(
      app,
      { user: member, meeting },
      {
        gates: { ...openGates, ofAccount: () => slot },
        admit: async () => ({
          kind: 'person',
          caller: guest,
          isMember: true,
          now: new Date(),
          teamId,
          phase,
          status,
        }),
      },
    );
    await using rights = await holdTable(app, 'meetings');
    const starting = held.session.start({ token: '', since: null, from: '127.0.0.1' });
    const refused = expect(starting).rejects.toThrow('this room is closed');
    await rights.untilWaiting(1);
    await refused;
    expect(await staying.closed).toBe(closeCodes.goingAway.code);
  });

  it('S-52: does not affect other users', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({}, { clock });
    const { owner, member, meeting } = await buildBoard(app);
    const superuser = await buildUser(app, { isSuperuser: true });
    await using staying = await app.live(owner, meeting.id);
    await using visiting = await app.live(superuser, meeting.id);
    await using leaving = await app.live(member, meeting.id);
    await letPass(clock, recheckEvery - 5000, [staying, visiting, leaving]);
    await app.db.delete(memberships).where(eq(memberships.userId, member.id));
    clock.advance(5000);
    expect(await leaving.closed).toBe(4403);
    await letPass(clock, recheckEvery, [staying, visiting]);
  });

  it('S-54: a refreshed token keeps the socket open', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({}, { clock });
    const { owner, meeting } = await buildBoard(app);
    await using live = await app.live(owner, meeting.id);
    const answer = await app.post(owner, '/api/v1/auth/refresh', {});
    const { access_token } = SessionToken.parse(answer.body);
    expect(access_token).not.toBe(owner.token);
    await letPass(clock, 10 * recheckEvery, [live]);
    expect((await app.request('GET', '/api/v1/users/me', { token: access_token })).status).toBe(
      200,
    );
    await live.roundTrip();
  });
});

it('S-56: a socket that answers no ping is disconnected within 20 s', async () => {
  const clock = manualClock(new Date());
  await using app = await buildTestApp({}, { clock });
  const { owner, meeting } = await buildBoard(app);
  const mute = new WebSocket(app.liveAddress(meeting.id, owner.token), { autoPong: false });
  await new Promise((resolve) => void mute.once('message', resolve));
  const code = new Promise((resolve) => void mute.once('close', resolve));
  await using live = await app.live(owner, meeting.id);
  await letPass(clock, 20_000, [live]);
  expect(await code).toBe(1006);
  await live.roundTrip();
});

it('S-57: a stopping node closes its sockets with 1001 and accepts no new ones', async () => {
  const app = await buildTestApp();
  const { owner, member, meeting } = await buildBoard(app);
  await using live = await app.live(owner, meeting.id);
  await using other = await app.live(member, meeting.id);
  const address = app.liveAddress(meeting.id, owner.token);
  await app[Symbol.asyncDispose]();
  expect([await live.closed, await other.closed]).toEqual([1001, 1001]);
  await expect(openLiveClient(address)).rejects.toThrow(/ECONNREFUSED|503/);
});
