// The check-in as a feature of the board. Its event says the same to everybody and names nobody who gave a score.
import { z } from 'zod';

import { boardEvent, holdsNoNote, visibleToAll } from './board-feature.ts';
import { CheckIn, noCheckIn, OpenCheckIn, type ScoreTotals } from './check-in.ts';
import type { Meeting } from './meetings.ts';

/** What a check-in adds to a board. A node of an earlier version sends a board without it. */
export const checkInFields = { check_in: CheckIn.default(() => noCheckIn) };
type CheckInPart = { check_in: CheckIn };

/** Turns belong to a phase, and go with it. */
function withoutTurns({ check_in }: CheckInPart): CheckInPart {
  return { check_in: { ...check_in, turns: [] } };
}

export const checkInEvents = {
  check_in_changed: boardEvent('check_in_changed', {
    ...visibleToAll,
    ...holdsNoNote,
    data: z.object({ check_in: OpenCheckIn }),
    // Whoever gave a score keeps it: the event does not know who that is.
    apply: (board: CheckInPart, { check_in }) => ({ check_in: { ...board.check_in, ...check_in } }),
    mask: (data) => data,
    isAlwaysKept: false,
    mayChangeStatus: false,
    specified: () => null,
    // The waiting room shows it.
    describe: () => null,
    announce: () => null,
    stored: { steps: [], parts: {} },
  }),
};

function hashOf(totals: ScoreTotals | null): unknown {
  return totals && [totals.answers, totals.mean, totals.histogram];
}

export const checkInFeature = {
  fields: checkInFields,
  events: checkInEvents,
  follows: {
    phase_changed: withoutTurns,
    meeting_updated: (board: CheckInPart, { meeting }: { meeting: Meeting }) =>
      meeting.status === 'live' ? {} : withoutTurns(board),
  },
  hash: {
    // Without one's own scores: a socket has no author key.
    check_in: ({ question, question_hidden, turns, mood, mood_after, worth }: CheckIn) => [
      question,
      question_hidden,
      turns,
      ...[mood, mood_after, worth].map(hashOf),
    ],
  },
};
