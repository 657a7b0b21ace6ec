// The marks of who is done, as a feature of the board. They belong to a phase, and go with it.
import { z } from 'zod';

import { boardEvent, holdsNoNote, visibleToAll } from './board-feature.ts';
import { UserId } from './ids.ts';
import type { Meeting } from './meetings.ts';
import { Ready } from './ready.ts';

/** What the marks add to a board. A node of an earlier version sends a board without them. */
export const readyFields = { ready: z.array(UserId).default(() => []) };

export const readyEvents = {
  ready_changed: boardEvent('ready_changed', {
    ...visibleToAll,
    ...holdsNoNote,
    data: Ready,
    apply: (_, { ready }) => ({ ready }),
    mask: (data) => data,
    isAlwaysKept: false,
    mayChangeStatus: false,
    specified: () => null,
    // Many at the end of a phase: the owner's count says it.
    describe: () => null,
    announce: () => null,
    stored: { steps: [], parts: {} },
  }),
};

export const readyFeature = {
  fields: readyFields,
  events: readyEvents,
  follows: {
    phase_changed: () => ({ ready: [] }),
    meeting_updated: (_: unknown, { meeting }: { meeting: Meeting }) =>
      meeting.status === 'live' ? {} : { ready: [] },
  },
  hash: { ready: (ready: readonly UserId[]) => ready },
};
