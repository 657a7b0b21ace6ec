import { timerType } from '@wentwell/contract/board/meeting';
import { Timer } from '@wentwell/contract/discussion/timer';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { PhaseInfo } from '@wentwell/contract/phases';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { meetings } from '#server/features/meetings/meetings.table';
import { memoryBus } from '#server/platform/bus/bus';
import { buildBoard, follow, recordsPut } from '#test/board-scene';
import { buildTestApp, fileApp, type TestApp, type TestUser } from '#test/build-test-app';
import { FollowedBoard } from '#test/followed-board';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

const MINUTE = 60_000;

async function buildTimer(app: TestApp) {
  const board = await buildBoard(app, 'writing');
  const { owner, path } = board;
  return {
    ...board,
    set: (body: object, as: TestUser = owner, node = app) => node.put(as, `${path}/timer`, body),
    jump: (phase: string, minutes?: number) =>
      app.post(owner, `${path}/phase/transition`, { phase, duration_minutes: minutes }),
    phase: async () => app.read(owner, `${path}/phase`, PhaseInfo),
    board: board.boardOf,
  };
}

/** Remaining ms of a running timer, by this process's clock, which equals the database's. */
function leftOf(body: unknown): number {
  return Date.parse(Timer.parse(body).ends_at ?? '') - Date.now();
}

describe('the timer of a phase', () => {
  it('R-71: is started by the owner, runs by the database’s clock, and is shown on every node', async () => {
    const bus = memoryBus();
    await using here = await buildTestApp({}, { bus });
    const clock = manualClock(new Date(Date.now() + 60 * MINUTE));
    await using there = await buildTestApp({}, { bus, clock, beside: here });
    const { owner, member, meeting, set, board, phase } = await buildTimer(here);
    await using near = await follow(here, member, meeting.id);
    await using far = await follow(there, owner, meeting.id);

    const answer = await set({ action: 'start', seconds: 300 }, owner, there);
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'running', remaining_ms: null, started_by: owner.id },
    });
    expect(Math.abs(leftOf(answer.body) - 5 * MINUTE)).toBeLessThan(MINUTE);
    for (const live of [near, far]) {
      const change = await live.untilType('board_changed');
      expect(change.userId).toBe(owner.id);
      expect(recordsPut(change, timerType)).toMatchObject([Object(answer.body)]);
    }
    const late = await board(member);
    expect(late.timer).toEqual(answer.body);
    expect([late.phase.ends_at, (await phase()).ends_at]).toEqual(
      Array(2).fill(late.timer?.ends_at),
    );
    await bus.close();
  });

  it('R-72: is paused, resumed with its rest, extended while running or paused, and stopped', async () => {
    const { set, board, phase } = await buildTimer(app);
    await set({ action: 'start', seconds: 300 });
    const paused = Timer.parse((await set({ action: 'pause' })).body);
    expect(paused).toMatchObject({ state: 'paused', ends_at: null });
    expect((await phase()).ends_at).toBeNull();
    const longer = Timer.parse((await set({ action: 'add', seconds: 60 })).body);
    expect(longer).toEqual({ ...paused, remaining_ms: (paused.remaining_ms ?? 0) + MINUTE });
    const resumed = await set({ action: 'resume' });
    expect(leftOf(resumed.body)).toBeLessThanOrEqual(longer.remaining_ms ?? 0);
    const end = Timer.parse(resumed.body).ends_at ?? '';
    const added = Timer.parse((await set({ action: 'add', seconds: 60 })).body);
    expect(Date.parse(added.ends_at ?? '')).toBe(Date.parse(end) + MINUTE);
    expect(await set({ action: 'stop' })).toMatchObject({ status: 200, body: null });
    expect(await board()).toMatchObject({ timer: null, phase: { ends_at: null } });
    expect(await set({ action: 'stop' })).toMatchObject({ status: 200, body: null });
  });

  it('R-72: stays at zero once it has ended, and is extended from now', async () => {
    const { meeting, set, board } = await buildTimer(app);
    await set({ action: 'start', seconds: 300 });
    const timerEndsAt = new Date(Date.now() - 10 * MINUTE);
    await app.db.update(meetings).set({ timerEndsAt }).where(eq(meetings.id, meeting.id));
    expect((await board()).timer).toMatchObject({ ends_at: timerEndsAt.toISOString() });
    expect((await set({ action: 'pause' })).status).toBe(409);
    const longer = await set({ action: 'add', seconds: 60 });
    expect(Math.abs(leftOf(longer.body) - MINUTE)).toBeLessThan(MINUTE / 2);
  });

  it('R-72: refuses what its state does not allow, with a message', async () => {
    const { set, board } = await buildTimer(app);
    for (const [before, action, detail] of [
      ['stop', 'pause', 'The timer is not running.'],
      ['stop', 'resume', 'The timer is not paused.'],
      ['stop', 'add', 'There is no timer.'],
      ['start', 'resume', 'The timer is not paused.'],
      ['pause', 'pause', 'The timer is not running.'],
    ] as const) {
      await set({ action: before, seconds: 60 });
      const stood = await board();
      expect(await set({ action, seconds: 60 })).toMatchObject({ status: 409, body: { detail } });
      expect(await board()).toEqual(stood);
    }
  });

  it('R-72: accepts 5 seconds to 4 hours at a time, and 8 hours in all', async () => {
    const { set } = await buildTimer(app);
    await set({ action: 'start', seconds: 14_400 });
    expect((await set({ action: 'pause' })).status).toBe(200);
    expect((await set({ action: 'add', seconds: 14_400 })).status).toBe(200);
    expect(await set({ action: 'add', seconds: 5 })).toMatchObject({
      status: 409,
      body: { detail: 'A timer can run for at most 8 hours.' },
    });
  });

  it('R-73: is started by a phase with minutes, and ended by any other phase', async () => {
    const { owner, set, jump, board, path } = await buildTimer(app);
    const followed = await FollowedBoard.open(app, { path, as: owner });
    const info = PhaseInfo.parse((await jump('voting', 5)).body);
    const given = await board();
    expect(info.duration_minutes).toBe(5);
    expect(given.timer).toEqual({
      state: 'running',
      ends_at: info.ends_at,
      remaining_ms: null,
      started_by: owner.id,
    });
    await set({ action: 'add', seconds: 60 });
    const { timer, phase } = await board();
    expect(Date.parse(timer?.ends_at ?? '') - Date.parse(info.ends_at ?? '')).toBe(MINUTE);
    expect(phase).toMatchObject({ duration_minutes: 5, ends_at: timer?.ends_at });
    await set({ action: 'pause' });
    await jump('voting');
    expect(await board()).toMatchObject({ timer: null, phase: { ends_at: null } });

    await followed.catchUp();
  });

  it('R-74: survives a handover, and obeys only the new owner', async () => {
    const { owner, member, path, set, board } = await buildTimer(app);
    const { body } = await set({ action: 'start', seconds: 300 });
    expect((await set({ action: 'pause' }, member)).body).toMatchObject({
      status: 403,
      detail: 'Only leads can change the timer.',
    });
    await app.post(owner, `${path}/owner`, { owner_id: member.id });
    expect((await board()).timer).toEqual(body);
    expect((await set({ action: 'pause' })).status).toBe(403);
    expect((await set({ action: 'pause' }, member)).status).toBe(200);
  });

  it('R-75: is as long in the team’s next meeting, whoever leads it', async () => {
    const { member, team, meeting, set, jump } = await buildTimer(app);
    await set({ action: 'start', seconds: 180 });
    await jump('voting');
    await set({ action: 'start', seconds: 420 });
    await set({ action: 'start', seconds: 120 });
    const input = { name: 'Next', team_id: team.id, template_id: null };
    const next = Meeting.parse((await app.post(member, '/api/v1/meetings', input)).body);
    expect(next.id).not.toBe(meeting.id);
    expect(next.settings.timer_seconds).toEqual({ writing: 180, voting: 120 });
  });

  it('R-74: ends with the meeting, and keeps its version', async () => {
    const { owner, path, set, board } = await buildTimer(app);
    const { version } = (await board()).meeting;
    await set({ action: 'start', seconds: 300 });
    expect((await board()).meeting.version).toBe(version);
    await app.put(owner, path, { status: 'closed' });
    expect((await board()).timer).toBeNull();
  });
});
