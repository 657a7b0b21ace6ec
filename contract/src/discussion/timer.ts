// The timer (docs/retro.md ): entity, inputs, policy. On a board: `board/meeting.ts`, `board/phases.ts`.
import { z } from 'zod';

import { wholeNumber } from '../api/sentences.ts';
import type { ErrorCode, PolicyResult } from '../errors.ts';
import { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { type LedMeeting, type Meeting, meetingPolicy, whileLive } from '../meetings/meetings.ts';
import type { TeamContext } from '../teams/teams.ts';
import { Timestamp } from '../text/text.ts';

/** A running timer has `ends_at`, which may be in the past. A paused one has `remaining_ms`. */
export const Timer = z.object({
  state: z.enum(['running', 'paused']),
  ends_at: Timestamp.nullable(),
  remaining_ms: z.number().int().nullable(),
  /** Null if unknown. */
  started_by: UserId.nullable(),
});
export type Timer = z.infer<typeof Timer>;

const Seconds = wholeNumber(limits.timerSecondsMin, limits.timerSecondsMax);

/** PUT /meetings/{id}/timer. `start` replaces an existing timer. */
export const TimerInput = z
  .discriminatedUnion('action', [
    z.object({ action: z.literal('start'), seconds: Seconds }),
    z.object({ action: z.literal('add'), seconds: Seconds }),
    z.object({ action: z.literal('pause') }),
    z.object({ action: z.literal('resume') }),
    z.object({ action: z.literal('stop') }),
  ])
  .meta({
    examples: [
      { action: 'start', seconds: 300 },
      { action: 'add', seconds: 60 },
      { action: 'pause' },
      { action: 'resume' },
      { action: 'stop' },
    ],
  });
export type TimerInput = z.infer<typeof TimerInput>;

export function runningTimer(endsAt: Date, startedBy: UserId | null): Timer {
  const ends_at = endsAt.toISOString();
  return { state: 'running', ends_at, remaining_ms: null, started_by: startedBy };
}

/** In ms; 0 after the end. */
export function remainingMs({ ends_at, remaining_ms }: Timer, now: Date): number {
  if (ends_at === null) return remaining_ms ?? 0;
  return Math.max(0, Date.parse(ends_at) - now.getTime());
}

function extend(timer: Timer, byMs: number, now: Date): Timer | ErrorCode {
  const total = remainingMs(timer, now) + byMs;
  if (total > limits.timerTotalMs) return 'TIMER_TOO_LONG';
  return timer.state === 'paused'
    ? { ...timer, remaining_ms: total }
    : { ...timer, ends_at: new Date(now.getTime() + total).toISOString() };
}

/** Returns the timer after the action, null if there is none, or an error. Pure: pass the server's time as `now`. */
export function timerAfter(
  timer: Timer | null,
  input: TimerInput,
  { by, now }: { by: UserId; now: Date },
): Timer | null | ErrorCode {
  switch (input.action) {
    case 'start':
      return runningTimer(new Date(now.getTime() + input.seconds * 1000), by);
    case 'add':
      return timer ? extend(timer, input.seconds * 1000, now) : 'TIMER_NONE';
    case 'pause': {
      const remaining = timer?.state === 'running' ? remainingMs(timer, now) : 0;
      if (!timer || remaining === 0) return 'TIMER_NOT_RUNNING';
      return { ...timer, state: 'paused', ends_at: null, remaining_ms: remaining };
    }
    case 'resume': {
      if (timer?.state !== 'paused') return 'TIMER_NOT_PAUSED';
      const endsAt = new Date(now.getTime() + remainingMs(timer, now));
      return runningTimer(endsAt, timer.started_by);
    }
    case 'stop':
      return null;
  }
}

export const timerPolicy = {
  /** `meeting.status` is the effective status by the database's clock. */
  change: (who: TeamContext, meeting: LedMeeting & Pick<Meeting, 'status'>): PolicyResult => {
    if (meetingPolicy.lead(who, meeting) !== 'allowed') return 'TIMER_OWNER_ONLY';
    return whileLive(meeting);
  },
} as const;
