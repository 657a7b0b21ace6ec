// A board's writer queue: fair by account, bounded, independent per board.
import { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { describe, expect, it } from 'vitest';

import { minRunning, NodeQueue, type Urgency } from '#server/platform/http/node-queue';
import { type GateSlot, RequestGate } from '#server/platform/http/request-gate';
import { writerQueue } from '#server/platform/http/writer-queue';
import { newId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import { buildTestApp } from '#test/build-test-app';
import { buildMeeting, buildTeam, buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';

const board = newId(MeetingId);
const [busy, quiet, third] = [newId(UserId), newId(UserId), newId(UserId)];

/** A queue whose first writer holds its turn until released. */
function heldQueue() {
  const clock = manualClock();
  const inTurn = writerQueue(clock);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const order: string[] = [];
  const write = (userId: UserId, name: string, meetingId = board) =>
    inTurn({ meetingId, userId }, async () => {
      order.push(name);
      if (name === 'held') await promise;
      return name;
    });
  const held = write(busy, 'held');
  return { write, order, held, release, clock };
}

describe('a board’s writer queue', () => {
  it('serves accounts in turn, however many requests each has', async () => {
    const { write, order, release } = heldQueue();
    const all = [
      ...['b1', 'b2', 'b3'].map((name) => write(busy, name)),
      ...['q1', 'q2'].map((name) => write(quiet, name)),
      write(third, 't1'),
    ];
    release();
    await Promise.all(all);
    expect(order).toEqual(['held', 'b1', 'q1', 't1', 'b2', 'q2', 'b3']);
  });

  it('runs one at a time, and other boards do not wait', async () => {
    const { write, order, release, held } = heldQueue();
    const waiting = write(quiet, 'waiting');
    expect(await write(busy, 'elsewhere', newId(MeetingId))).toBe('elsewhere');
    expect(order).toEqual(['held', 'elsewhere']);
    release();
    expect(await Promise.all([held, waiting])).toEqual(['held', 'waiting']);
  });

  it('refuses beyond an account’s limit, while others still get in', async () => {
    const { write, release } = heldQueue();
    const own = Array.from({ length: limits.boardWritersPerAccount }, () => write(busy, 'own'));
    await expect(write(busy, 'too many')).rejects.toMatchObject({ code: 'BOARD_BUSY' });
    const other = write(quiet, 'other');
    release();
    await expect(Promise.all([...own, other])).resolves.toHaveLength(own.length + 1);
  });

  it('refuses beyond the board’s limit', async () => {
    const { write, release } = heldQueue();
    const all = Array.from({ length: limits.boardWriters }, () => write(newId(UserId), 'one'));
    await expect(write(quiet, 'too many')).rejects.toMatchObject({ code: 'BOARD_BUSY' });
    release();
    await expect(Promise.all(all)).resolves.toHaveLength(limits.boardWriters);
  });

  it('refuses a request whose turn does not come in time', async () => {
    const { write, order, release, held, clock } = heldQueue();
    const late = write(quiet, 'late');
    clock.advance(limits.boardWriterMaxWait);
    await expect(late).rejects.toMatchObject({ code: 'BOARD_BUSY' });
    const next = write(quiet, 'next');
    release();
    expect(await Promise.all([held, next])).toEqual(['held', 'next']);
    expect(order).toEqual(['held', 'next']);
  });

  it('continues after a failure', async () => {
    const inTurn = writerQueue(manualClock());
    const failed = inTurn({ meetingId: board, userId: busy }, () =>
      Promise.reject(new Error('no')),
    );
    const next = inTurn({ meetingId: board, userId: busy }, () => Promise.resolve('next'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});

it('fifty simultaneous writers all get their note', async () => {
  await using app = await buildTestApp();
  const owner = await buildUser(app);
  const people = await Promise.all(Array.from({ length: 50 }, () => buildUser(app)));
  const team = await buildTeam(app, { admin: owner, members: people });
  const meeting = await buildMeeting(app, { owner, team, phase: 'writing' });
  const answers = await Promise.all(
    people.map((as) => app.post(as, `/api/v1/meetings/${meeting.id}/notes`, { content: 'x' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
});

it('a refused change is 503 with Retry-After and a sentence', async () => {
  await using app = await buildTestApp();
  const { owner, path } = await buildBoard(app);
  const count = limits.boardWritersPerAccount * 3;
  const answers = await Promise.all(
    Array.from({ length: count }, () => app.post(owner, `${path}/notes`, { content: 'x' })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers, problem } of refused) {
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('2');
    expect(problem?.detail).toMatch(/^Many changes are waiting on this board\./);
  }
});

// Order and refusals of requests at an overloaded node.
const wide = { burst: 1000, perSecond: 1000, running: 100, waiting: 1000, refused: 1000 };

function scene() {
  const load = { isSaturated: true };
  const clock = manualClock();
  const gate = new RequestGate(wide, clock, new NodeQueue(clock, () => load.isSaturated));
  const served: string[] = [];
  const slots: GateSlot[] = [];
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  async function ask(account: string, urgency: Urgency = 'page'): Promise<void> {
    const slot = gate.slot(account, { cost: 1, urgency });
    await slot.acquire();
    slots.push(slot);
    served.push(account);
  }
  /** Ends running requests one by one until none waits. */
  async function drain(): Promise<void> {
    for (let slot = slots.shift(); slot; slot = slots.shift()) {
      slot.release();
      await settle();
    }
  }
  const fill = () => Promise.all(Array.from({ length: minRunning }, () => ask('crowd')));
  return { load, clock, served, ask, drain, fill, settle };
}

describe('an overloaded node', () => {
  it('serves boards before other pages, and both before slow requests', async () => {
    const { ask, drain, fill, served } = scene();
    await fill();
    const all = [ask('export', 'batch'), ask('list'), ask('board', 'board')];
    await drain();
    await Promise.all(all);
    expect(served.slice(minRunning)).toEqual(['board', 'list', 'export']);
  });

  it('serves accounts with few requests before those with many', async () => {
    const { ask, drain, fill, served } = scene();
    await fill();
    const all = [...Array.from({ length: 20 }, () => ask('crowd')), ask('bystander')];
    await drain();
    await Promise.all(all);
    expect(served[minRunning]).toBe('bystander');
  });

  it('runs more while it has capacity', async () => {
    const { ask, clock, fill, load, served, drain } = scene();
    load.isSaturated = false;
    await fill();
    const all = Array.from({ length: 30 }, () => ask('crowd'));
    clock.advance(100);
    await Promise.all(all);
    expect(served).toHaveLength(minRunning + 30);
    await drain();
  });

  it('refuses with 503 after five seconds, and after one once overloaded', async () => {
    const { ask, clock, drain, fill, settle } = scene();
    await fill();
    const outcomes: string[] = [];
    const watch = (name: string, urgency?: Urgency) =>
      ask(name, urgency).catch(({ code }: { code: string }) => outcomes.push(`${name} ${code}`));
    const early = watch('early');
    const batch = watch('batch', 'batch');
    clock.pauseProcess(2100);
    const late = watch('late');
    clock.advance(1000);
    await settle();
    expect(outcomes).toEqual(['late SITE_BUSY']);
    clock.advance(4000);
    await settle();
    expect(outcomes).toEqual(['late SITE_BUSY', 'early SITE_BUSY']);
    clock.advance(5000);
    await Promise.all([early, batch, late]);
    expect(outcomes.at(-1)).toBe('batch SITE_BUSY');
    await drain();
    await ask('afterwards');
  });
});
