import { type LedMeeting, meetingPolicy } from '@wentwell/contract/meetings';
import type { TeamContext } from '@wentwell/contract/teams';

export interface LeadRights {
  /** May become the owner: may hand over, takes part, and is not the owner. */
  takeOver: boolean;
  handOver: boolean;
}

export function leadRights(who: TeamContext, meeting: LedMeeting): LeadRights {
  const handOver = meetingPolicy.handOver(who, meeting) === 'allowed';
  return {
    handOver,
    takeOver: handOver && who.role !== null && who.userId !== meeting.owner_id,
  };
}
