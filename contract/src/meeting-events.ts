// The meeting and its phase as a feature of the board: how it goes on, and what that does to a board.
import { z } from 'zod';

import { boardEvent, holdsNoNote, visibleToAll } from './board-feature.ts';
import { effectiveStatus, Meeting, storedMeeting } from './meetings.ts';
import { phaseFacts, PhaseInfo, purposeOf, storedPhaseInfo } from './phases.ts';

/** What the meeting adds to a board. */
export const meetingFields = { meeting: Meeting, phase: PhaseInfo };

/** Everybody who may see the board may see the meeting, and nothing in it is a note's text. */
const ofMeeting = {
  ...visibleToAll,
  ...holdsNoNote,
  isAlwaysKept: true,
  specified: () => null,
} as const;

export const meetingEvents = {
  phase_changed: boardEvent('phase_changed', {
    ...ofMeeting,
    data: z.object({ phase: PhaseInfo, meeting: Meeting }),
    apply: (_, { phase, meeting }) => ({ phase, meeting }),
    mask: (data) => data,
    mayChangeStatus: false,
    describe: ({ phase }) => ({
      action: `went on to ${phaseFacts[phase.phase].label}`,
      quote: '',
    }),
    announce: ({ phase: { phase }, meeting }) => {
      const { label } = phaseFacts[phase];
      const purpose = purposeOf(phase, meeting.settings);
      return { topic: `phase ${label}`, rank: 0, sentence: () => `Phase: ${label}. ${purpose}` };
    },
    stored: {
      steps: [],
      parts: { phase: storedPhaseInfo.upgrade, meeting: storedMeeting.upgrade },
    },
  }),

  meeting_updated: boardEvent('meeting_updated', {
    ...ofMeeting,
    // Starting a meeting, and planning it anew, begin a phase. Events of earlier versions do not tell of it.
    data: z.object({
      meeting: Meeting,
      phase: PhaseInfo.optional(),
      /** The meeting's owner leads since this event. */
      has_new_owner: z.literal(true).optional(),
    }),
    apply: (_, { meeting, phase }) => ({ meeting, ...(phase && { phase }) }),
    mask: (data) => data,
    mayChangeStatus: true,
    describe: ({ meeting, has_new_owner }) =>
      has_new_owner
        ? { action: 'took the lead', quote: '', who: meeting.owner_id }
        : {
            action:
              effectiveStatus(meeting) === 'closed'
                ? 'finished the meeting'
                : 'changed the meeting',
            quote: '',
          },
    announce: ({ meeting }) =>
      effectiveStatus(meeting) === 'closed'
        ? { topic: 'finished', rank: 1, sentence: () => 'The meeting is finished.' }
        : null,
    stored: {
      steps: [],
      parts: { meeting: storedMeeting.upgrade, phase: storedPhaseInfo.upgrade },
    },
  }),
};

export const meetingFeature = {
  fields: meetingFields,
  events: meetingEvents,
  follows: {},
  hash: {
    phase: ({ phase }: PhaseInfo) => phase,
    meeting: ({ version }: Meeting) => version,
  },
};
