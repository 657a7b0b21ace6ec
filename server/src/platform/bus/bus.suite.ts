// Rules of every bus implementation.
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import type { Bus } from './bus.ts';

/** Two nodes' ends of a bus; in one process they are the same. */
export interface BusEnds extends AsyncDisposable {
  here: Bus;
  there: Bus;
}

function ear() {
  const received: string[] = [];
  return { received, hear: (message: string) => void received.push(message) };
}

/** `open` resolves to healthy ends. */
export function busSuite(name: string, open: () => Promise<BusEnds>): void {
  describe(name, () => {
    it('delivers messages to all listeners in order, including the sender', async () => {
      await using bus = await open();
      const [own, other] = [ear(), ear()];
      await bus.here.subscribe('news', own.hear);
      await bus.there.subscribe('news', other.hear);
      const said = Array.from({ length: 50 }, (_, index) => `${index} ✓`);
      for (const message of said) bus.here.publish('news', message);
      expect(own.received).toEqual([]);
      await expect.poll(() => [own.received, other.received]).toEqual([said, said]);
    });

    it('delivers a large transaction in slices, between which others are served', async () => {
      await using bus = await open();
      const said = Array.from({ length: 1000 }, (_, index) => `${index}`);
      const received: string[] = [];
      let most = 0;
      let inTurn = 0;
      await bus.there.subscribe('news', (message) => {
        received.push(message);
        inTurn += 1;
        most = Math.max(most, inTurn);
      });
      for (const message of said) bus.here.publish('news', message);
      for (; received.length < said.length; inTurn = 0) await setImmediate();
      expect(received).toEqual(said);
      // An event takes 60 µs, and more with each socket: more than 100 would block others on a full board.
      expect(most).toBeLessThanOrEqual(100);
    });

    it('delivers a channel’s messages to its present listeners only', async () => {
      await using bus = await open();
      const [staying, leaving, elsewhere] = [ear(), ear(), ear()];
      await bus.there.subscribe('news', staying.hear);
      const leave = await bus.there.subscribe('news', leaving.hear);
      const leaveAlone = await bus.there.subscribe('weather', elsewhere.hear);
      leave();
      leaveAlone();
      bus.here.publish('weather', 'rain');
      bus.here.publish('news', 'new');
      await expect.poll(() => staying.received).toEqual(['new']);
      expect([leaving.received, elsewhere.received]).toEqual([[], []]);
    });

    it('can rejoin a channel that it has left', async () => {
      await using bus = await open();
      const again = ear();
      for (let round = 0; round < 3; round += 1) {
        (await bus.there.subscribe('news', () => undefined))();
      }
      await bus.there.subscribe('news', again.hear);
      bus.here.publish('news', 'new');
      await expect.poll(() => again.received).toEqual(['new']);
    });

    it('reports itself healthy', async () => {
      await using bus = await open();
      expect([bus.here.healthy(), bus.there.healthy()]).toEqual([true, true]);
    });
  });
}
