// Mailing the summary of a finished meeting to its participants (docs/retro.md ).
import { z } from 'zod';

import type { PolicyResult } from '../errors.ts';
import { UserId } from '../ids.ts';
import { type LedMeeting, type Meeting, meetingPolicy } from '../meetings/meetings.ts';
import { isInTeam, type TeamContext } from '../teams/teams.ts';

/** Participants who are still in the team, sorted by id. */
export const SummaryMail = z.object({ recipients: z.array(UserId) });
export type SummaryMail = z.infer<typeof SummaryMail>;

/** `name` must already be safe for email. */
export function summarySubject(name: string): string {
  return `Summary: ${name}`;
}

/** `meeting.status` is the effective status by the database's clock. */
export function summaryMailPolicy(
  who: TeamContext,
  meeting: LedMeeting & Pick<Meeting, 'status'>,
): PolicyResult {
  if (!isInTeam(who)) return 'TEAM_MEMBER_ONLY';
  const may = meetingPolicy.change(who, meeting);
  if (may !== 'allowed') return may;
  const isOver = meeting.status === 'closed' || meeting.status === 'archived';
  return isOver ? 'allowed' : 'SUMMARY_NOT_OVER';
}
