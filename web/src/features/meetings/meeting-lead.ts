// Who may take the lead of a meeting, or give it away. Pure.
import { type Meeting, meetingPolicy } from '@wentwell/contract/meetings';
import type { TeamContext } from '@wentwell/contract/teams';

export interface LeadRights {
  /** Make oneself the owner: whoever may hand over, takes part, and does not lead already. */
  takeOver: boolean;
  handOver: boolean;
}

export function leadRights(who: TeamContext, meeting: Pick<Meeting, 'owner_id'>): LeadRights {
  const handOver = meetingPolicy.handOver(who, meeting) === 'allowed';
  return {
    handOver,
    takeOver: handOver && who.role !== null && who.userId !== meeting.owner_id,
  };
}
