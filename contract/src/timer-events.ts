// The timer as a feature of the board. A phase that is given minutes starts it, and every other one ends it.
import { z } from 'zod';

import { boardEvent, holdsNoNote, visibleToAll } from './board-feature.ts';
import type { Meeting } from './meetings.ts';
import type { PhaseInfo } from './phases.ts';
import { runningTimer, storedTimer, Timer } from './timer.ts';

/** What the timer adds to a board. A node of an earlier version sends a board without it. */
export const timerFields = { timer: Timer.nullable().default(null) };

const TimerData = z.object({ timer: Timer.nullable() });

const spoken = {
  running: { action: 'set the timer', sentence: 'The timer is running.' },
  paused: { action: 'paused the timer', sentence: 'The timer is paused.' },
  stopped: { action: 'stopped the timer', sentence: 'The timer is stopped.' },
};

export const timerEvents = {
  timer_changed: boardEvent('timer_changed', {
    ...visibleToAll,
    ...holdsNoNote,
    data: TimerData,
    // Clients that know the phase alone read its end there.
    apply: ({ phase }: { phase: PhaseInfo }, { timer }) => ({
      timer,
      phase: { ...phase, ends_at: timer?.ends_at ?? null },
    }),
    mask: (data) => data,
    isAlwaysKept: true,
    mayChangeStatus: false,
    specified: () => null,
    describe: ({ timer }) => ({ action: spoken[timer?.state ?? 'stopped'].action, quote: '' }),
    announce: ({ timer }) => {
      const { sentence } = spoken[timer?.state ?? 'stopped'];
      return { topic: 'timer', rank: 1, sentence: () => sentence };
    },
    stored: { steps: [], parts: { timer: storedTimer.upgrade } },
  }),
};

export const timerFeature = {
  fields: timerFields,
  events: timerEvents,
  follows: {
    phase_changed: (_: unknown, { phase, meeting }: { phase: PhaseInfo; meeting: Meeting }) => ({
      timer:
        phase.ends_at === null ? null : runningTimer(new Date(phase.ends_at), meeting.owner_id),
    }),
    meeting_updated: (_: unknown, { meeting }: { meeting: Meeting }) =>
      meeting.status === 'live' ? {} : { timer: null },
  },
  hash: {
    timer: (timer: Timer | null) => timer && [timer.state, timer.ends_at, timer.remaining_ms],
  },
};
