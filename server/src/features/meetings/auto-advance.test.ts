// docs/retro.md R-76: the server advances the phase when the timer ends, even without connected clients.
import { meetingType } from '@wentwell/contract/board/meeting';
import type { Board } from '@wentwell/contract/board/snapshot';
import { EventsPage } from '@wentwell/contract/live/live';
import type { Phase } from '@wentwell/contract/phases';
import { and, eq, isNotNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { boardHeads } from '#server/live/board-heads.table';
import { buildBoard, follow, recordsPut } from '#test/board-scene';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { type ManualClock, manualClock } from '#test/manual-clock';
import { buildTwoNodes } from '#test/two-nodes';

import { headOfMeeting, meetings } from './meetings.table.ts';

const MINUTE = 60_000;
const SECOND = 1000;

async function buildTimed(app: TestApp, { phase = 'writing' }: { phase?: Phase } = {}) {
  const board = await buildBoard(app, phase);
  const { owner, meeting, path } = board;
  const put = (below: string, body: object) => app.put(owner, path + below, body);
  return {
    ...board,
    put,
    setting: (auto_advance: boolean) => put('', { settings: { auto_advance } }),
    start: () => put('/timer', { action: 'start', seconds: 60 }),
    /** Moves the end of a running timer to a minute ago. */
    async letEnd() {
      const timerEndsAt = new Date(Date.now() - MINUTE);
      const isTimed = and(eq(meetings.id, meeting.id), isNotNull(meetings.timerEndsAt));
      await app.db.update(meetings).set({ timerEndsAt }).where(isTimed);
    },
    jump: (to: Phase, duration_minutes?: number) =>
      app.post(owner, `${path}/phase/transition`, { phase: to, duration_minutes }),
    board: () => board.boardOf(),
    phase: async () => (await board.boardOf()).phase.phase,
  };
}

/** Waits for two sweeps of another board that certainly advances. By then, a sweep has checked every board. */
async function sweepTwice(app: TestApp, clock: ManualClock): Promise<void> {
  const other = await buildTimed(app);
  await other.setting(true);
  for (const next of ['revealing', 'grouping'] as const) {
    await other.start();
    await other.letEnd();
    clock.advance(SECOND);
    await expect.poll(other.phase).toBe(next);
  }
}

describe('R-76: with auto_advance, when the timer has ended', () => {
  it('the server enters the next phase within a second, and pages get it', async () => {
    await using app = await buildTestApp();
    const { member, meeting, setting, start, letEnd, board } = await buildTimed(app);
    await setting(true);
    await start();
    await using live = await follow(app, member, meeting.id);
    const { seq } = await board();
    await letEnd();
    const change = await live.untilType('board_changed');
    expect(change).toMatchObject({ seq: seq + 1, userId: null });
    expect(recordsPut(change, meetingType)).toMatchObject([{ phase: 'revealing' }]);
    expect(await board()).toMatchObject({
      phase: { phase: 'revealing', ends_at: null, duration_minutes: null },
      timer: null,
    });
  });

  it('it does so without connections, once, on either of two nodes', async () => {
    await using nodes = await buildTwoNodes();
    const { here, there } = nodes;
    const boards = await Promise.all(Array.from({ length: 8 }, () => buildTimed(here)));
    for (const { setting, start, letEnd } of boards) {
      await setting(true);
      await start();
      await letEnd();
    }
    for (const { owner, path, phase } of boards) {
      await expect.poll(phase).toBe('revealing');
      const { events } = await there.read(owner, `${path}/events?since=0`, EventsPage);
      expect(events.filter(({ data }) => data.command === 'phase.advance')).toHaveLength(1);
    }
  });

  it('the timer that came with a phase counts', async () => {
    await using app = await buildTestApp();
    const first = await buildTimed(app);
    await first.setting(true);
    await first.jump('voting', 5);
    await first.letEnd();
    await expect.poll(first.phase).toBe('discussing');
  });

  it('it advances one phase only', async () => {
    const clock = manualClock(new Date());
    await using app = await buildTestApp({}, { clock });
    const { setting, start, letEnd, phase } = await buildTimed(app);
    await setting(true);
    await start();
    await letEnd();
    await sweepTwice(app, clock);
    expect(await phase()).toBe('revealing');
  });
});

it.each([
  ['without the setting', async ({ setting }) => setting(false)],
  ['before the end', async ({ start }) => start()],
  ['after the last phase', async ({ jump }) => jump('closing_ready', 5)],
  ['while the timer is paused', async ({ put }) => put('/timer', { action: 'pause' })],
  ['when it was stopped', async ({ put }) => put('/timer', { action: 'stop' })],
  ['when the phase changed', async ({ jump }) => jump('grouping')],
  [
    'after time was added',
    async ({ put, letEnd }) => {
      await letEnd();
      await put('/timer', { action: 'add', seconds: 60 });
    },
  ],
  ['when the meeting is over', async ({ put }) => put('', { status: 'closed' })],
  ['when it was canceled', async ({ put }) => put('', { status: 'canceled' })],
  ['when it was deleted', async ({ app, owner, path }) => app.delete(owner, path)],
] as [
  string,
  (timed: Awaited<ReturnType<typeof buildTimed>> & { app: TestApp }) => Promise<unknown>,
][])('R-76: no automatic advance: %s', async (name, change) => {
  const clock = manualClock(new Date());
  await using app = await buildTestApp({}, { clock });
  const timed = await buildTimed(app);
  await timed.setting(true);
  await timed.start();
  await change({ ...timed, app });
  if (!/before|added/.test(name)) await timed.letEnd();
  const before = await phaseOf(app, timed.meeting.id);
  await sweepTwice(app, clock);
  expect(await phaseOf(app, timed.meeting.id)).toEqual(before);
});

async function phaseOf(app: TestApp, id: Board['meeting']['id']) {
  const { phase } = meetings;
  const found = app.db.select({ phase, seq: boardHeads.seq }).from(meetings);
  return found.innerJoin(...headOfMeeting).where(eq(meetings.id, id));
}

it('R-76: of added time and the timer’s end, one comes first and the other sees it', async () => {
  await using nodes = await buildTwoNodes();
  const { here } = nodes;
  for (let round = 0; round < 12; round += 1) {
    const { put, setting, start, letEnd, board } = await buildTimed(here);
    await setting(true);
    await start();
    await letEnd();
    const added = await put('/timer', { action: 'add', seconds: 600 });
    const { phase, timer } = await board();
    const outcome = `${added.status} ${phase.phase} ${timer?.state}`;
    expect(['200 writing running', '409 revealing undefined']).toContain(outcome);
  }
});
