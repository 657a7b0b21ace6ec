import fc from 'fast-check';
import { expect, it } from 'vitest';

import { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { remainingMs, type Timer, timerAfter, type TimerInput } from './timer.ts';

const by = UserId.parse('00000000-0000-4000-8000-00000000000a');
const begin = Date.parse('2026-03-14T09:00:00.000Z');

/** The model of a timer: remaining time is granted time minus elapsed time. */
interface Model {
  state: 'none' | 'running' | 'paused';
  grantedMs: number;
  ranMs: number;
}

function leftOf({ grantedMs, ranMs }: Model): number {
  return Math.max(0, grantedMs - ranMs);
}

/** Null where the action is refused. */
function modelAfter(model: Model, input: TimerInput): Model | null {
  const left = leftOf(model);
  switch (input.action) {
    case 'start':
      return { state: 'running', grantedMs: input.seconds * 1000, ranMs: 0 };
    case 'add': {
      const grantedMs = left + input.seconds * 1000;
      const isRefused = model.state === 'none' || grantedMs > limits.timerTotalMs;
      return isRefused ? null : { ...model, grantedMs, ranMs: 0 };
    }
    case 'pause':
      return model.state === 'running' && left > 0 ? { ...model, state: 'paused' } : null;
    case 'resume':
      return model.state === 'paused' ? { ...model, state: 'running' } : null;
    case 'stop':
      return { state: 'none', grantedMs: 0, ranMs: 0 };
  }
}

const seconds = fc.integer({ min: limits.timerSecondsMin, max: limits.timerSecondsMax });
const input = fc.oneof(
  fc.record({ action: fc.constant('start' as const), seconds }),
  fc.record({ action: fc.constant('add' as const), seconds }),
  fc.record({ action: fc.constantFrom('pause' as const, 'resume' as const, 'stop' as const) }),
);
const step = fc.record({ input, afterMs: fc.integer({ min: 0, max: 3 * 3_600_000 }) });

it('R-72: always has its duration minus the elapsed time', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let timer: Timer | null = null;
      let model: Model = { state: 'none', grantedMs: 0, ranMs: 0 };
      let now = begin;
      for (const { input: action, afterMs } of steps) {
        now += afterMs;
        if (model.state === 'running') model = { ...model, ranMs: model.ranMs + afterMs };
        const expected = modelAfter(model, action);
        const after: ReturnType<typeof timerAfter> = timerAfter(timer, action, {
          by,
          now: new Date(now),
        });
        expect(typeof after === 'string').toBe(expected === null);
        if (expected === null || typeof after === 'string') continue;
        [model, timer] = [expected, after];
        expect(timer?.state ?? 'none').toBe(model.state);
        if (timer) expect(remainingMs(timer, new Date(now))).toBe(leftOf(model));
      }
    }),
  );
});
