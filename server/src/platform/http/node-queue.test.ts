// Order and refusals of requests at an overloaded node.
import { describe, expect, it } from 'vitest';

import { minRunning, NodeQueue, type Urgency } from '#server/platform/http/node-queue';
import { type GateSlot, RequestGate } from '#server/platform/http/request-gate';
import { manualClock } from '#test/manual-clock';

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
