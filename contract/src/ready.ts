// Marks of participants who are done with the current phase (docs/retro.md ). Board commands:
// `board/marks.ts`.
import { z } from 'zod';

import type { PolicyResult } from './errors.ts';
import { UserId } from './ids.ts';
import type { Meeting } from './meetings.ts';
import { Phase } from './phases.ts';
import type { TeamContext } from './teams.ts';

/** PUT /meetings/{id}/ready. Rejected if `phase` is not the current phase. */
export const ReadyInput = z
  .object({ ready: z.boolean(), phase: Phase.optional() })
  .meta({ examples: [{ ready: true }, { ready: true, phase: 'writing' }] });
export type ReadyInput = z.infer<typeof ReadyInput>;

/** Participants who are done, sorted by id. */
export const Ready = z.object({ ready: z.array(UserId) });
export type Ready = z.infer<typeof Ready>;

export const readyPolicy = {
  /** `meeting.status` is the effective status by the database's clock. */
  set: (
    who: TeamContext,
    meeting: Pick<Meeting, 'status' | 'phase'>,
    { phase }: ReadyInput,
  ): PolicyResult => {
    if (who.role === null) return 'TEAM_MEMBER_ONLY';
    if (meeting.status !== 'live') return 'MEETING_NOT_LIVE';
    return phase === undefined || phase === meeting.phase ? 'allowed' : 'READY_OTHER_PHASE';
  },
} as const;
