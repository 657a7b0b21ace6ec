// One account's use of a node: throttled, limited in concurrency, queued, then refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { NodeQueue } from '#server/platform/http/node-queue';
import { ClientGone, type GateSlot, RequestGate } from '#server/platform/http/request-gate';
import { manualClock } from '#test/manual-clock';

const limits = { burst: 4, perSecond: 2, running: 2, waiting: 3, refused: 3 };

function scene(changes: Partial<typeof limits> = {}) {
  const clock = manualClock();
  const gate = new RequestGate({ ...limits, ...changes }, clock);
  const running: (() => void)[] = [];
  const enter = async (account = 'one', cost = 1) => {
    const slot = gate.slot(account, { cost });
    await slot.acquire();
    running.push(() => {
      slot.release();
    });
  };
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  return { clock, enter, running, settle };
}

describe('the request gate', () => {
  it('runs few requests of an account at a time, and the next when one ends', async () => {
    const { enter, running, settle } = scene();
    const all = [enter(), enter(), enter()];
    await settle();
    expect(running).toHaveLength(2);
    running[0]?.();
    // Releasing twice frees one place.
    running[0]?.();
    await Promise.all(all);
    expect(running).toHaveLength(3);
  });

  it('runs other accounts meanwhile', async () => {
    const { enter, running, settle } = scene();
    const all = [enter(), enter(), enter()];
    await settle();
    await enter('another');
    expect(running).toHaveLength(3);
    running[0]?.();
    await Promise.all(all);
  });

  it('throttles an account that has used its burst', async () => {
    const { clock, enter, running, settle } = scene({ running: 100 });
    const all = Array.from({ length: 6 }, () => enter());
    await settle();
    expect(running).toHaveLength(4);
    clock.advance(500);
    await settle();
    expect(running).toHaveLength(5);
    clock.advance(500);
    await Promise.all(all);
  });

  it('counts heavy requests by cost, and runs one heavier than the total limit', async () => {
    const { enter, running, settle } = scene();
    const all = [enter('one', 3), enter('one', 1)];
    await settle();
    expect(running).toHaveLength(1);
    running[0]?.();
    await Promise.all(all);
  });

  it('answers few refusals a second, and more than it keeps waiting immediately', async () => {
    const { clock, enter, running, settle } = scene({ running: 1 });
    const waiting = Array.from({ length: 4 }, () => enter());
    await settle();
    let answered = 0;
    const refused = Array.from({ length: 4 }, () => enter().catch(() => (answered += 1)));
    await settle();
    expect(answered).toBe(1);
    for (const [ms, count] of [
      [999, 1],
      [1, 2],
      [50, 3],
      [49, 3],
      [1, 4],
    ] as const) {
      clock.advance(ms);
      await settle();
      expect(answered, `after ${ms} more ms`).toBe(count);
    }
    await Promise.all(refused);
    for (let index = 0; index < waiting.length; index += 1) {
      running[index]?.();
      await settle();
    }
    await Promise.all(waiting);
  });

  it('extends no wait when the machine’s clock is set back', async () => {
    const { clock, enter, settle } = scene({ running: 100 });
    const all = Array.from({ length: 4 }, () => enter());
    await settle();
    clock.advance(-60 * 60 * 1000);
    all.push(enter());
    await settle();
    clock.advance(500);
    await Promise.all(all);
  });

  it('refuses beyond its queue, a second later, with Retry-After', async () => {
    const { clock, enter, running, settle } = scene({ running: 1 });
    const all = Array.from({ length: 4 }, () => enter());
    const refused = enter();
    const late = expect(refused).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) },
    });
    await settle();
    clock.advance(1000);
    await late;
    for (let index = 0; index < all.length; index += 1) {
      running[index]?.();
      await settle();
    }
    await Promise.all(all);
  });
});

it('a request waits at most five seconds before it is refused', async () => {
  const { clock, enter, settle } = scene({ running: 100, waiting: 100 });
  // The burst of 4, and five seconds' refill.
  const all = Array.from({ length: 14 }, () => enter());
  const late = expect(enter()).rejects.toMatchObject({ headers: { 'Retry-After': '6' } });
  await settle();
  clock.advance(1000);
  await late;
  clock.advance(4000);
  await Promise.all(all);
});

it('a request that others delay is refused after five seconds, also without a node queue', async () => {
  const { clock, enter, settle } = scene({ running: 1 });
  await enter();
  const kept = expect(enter()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await settle();
  clock.advance(5100);
  await kept;
});

describe('a gate slot', () => {
  it('never outlives its request, whether granted, stalled or abandoned', async () => {
    const account = fc.constantFrom('one', 'two');
    const event = fc.oneof(
      fc.record({ kind: fc.constant('ask' as const), account, cost: fc.constantFrom(1, 2, 3) }),
      fc.record({ kind: fc.constantFrom('end', 'giveUp', 'pause'), which: fc.nat(9) }),
      fc.record({ kind: fc.constant('stall' as const), ms: fc.constantFrom(10, 1000, 6000) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), fc.boolean(), async (events, isBusy) => {
        const clock = manualClock();
        const node = new NodeQueue(clock, () => isBusy);
        const gate = new RequestGate({ ...limits, burst: 100 }, clock, node);
        const { settle } = scene();
        const slots: GateSlot[] = [];
        const outcomes: Promise<unknown>[] = [];
        const acquire = (slot: GateSlot) => outcomes.push(slot.acquire().catch(String));
        for (const each of events) {
          if (each.kind === 'ask') {
            const slot = gate.slot(each.account, { cost: each.cost });
            slots.push(slot);
            acquire(slot);
          } else if (each.kind === 'stall') {
            clock.advance(each.ms);
          } else {
            const slot = slots[each.which];
            if (each.kind === 'giveUp') slot?.abandon();
            else slot?.release();
            // A body has arrived, or a part of the answer was sent.
            if (each.kind === 'pause' && slot) acquire(slot);
          }
          if (each.kind !== 'ask') await settle();
        }
        for (const slot of slots) slot.abandon();
        // Work of disconnected clients may never end.
        for (let seconds = 0; seconds < 60; seconds += 1) {
          clock.advance(1000);
          await settle();
        }
        await Promise.all(outcomes);
        expect(gate.heldMs()).toEqual([]);
        await gate.slot('one', { cost: 3 }).acquire();
        await gate.slot('two', { cost: 3 }).acquire();
      }),
      { numRuns: 100 },
    );
  });

  it('is refused to a disconnected client, who leaves the queue', async () => {
    const gate = new RequestGate({ ...limits, running: 1 }, manualClock());
    const [first, gone, next] = ['first', 'gone', 'next'].map(() => gate.slot('one', { cost: 1 }));
    await first?.acquire();
    const refused = expect(gone?.acquire()).rejects.toBeInstanceOf(ClientGone);
    const waiting = next?.acquire();
    gone?.abandon();
    await refused;
    first?.release();
    await waiting;
    await expect(gone?.acquire()).rejects.toBeInstanceOf(ClientGone);
    expect(gate.heldMs()).toHaveLength(1);
  });
});
