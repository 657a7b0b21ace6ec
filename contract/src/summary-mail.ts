// The summary of a finished meeting by mail, to those who took part (docs/retro.md ).
import { z } from 'zod';

import type { PolicyResult } from './errors.ts';
import { UserId } from './ids.ts';
import { type LedMeeting, type Meeting, meetingPolicy } from './meetings.ts';
import { isInTeam, type TeamContext } from './teams.ts';

/** The recipients in the order of their ids: they took part, and are in the team still. */
export const SummaryMail = z.object({ recipients: z.array(UserId) });
export type SummaryMail = z.infer<typeof SummaryMail>;

/** `name` as mail may show it. */
export function summarySubject(name: string): string {
  return `Summary: ${name}`;
}

/** `meeting` has its effective status, by the database's clock. */
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
