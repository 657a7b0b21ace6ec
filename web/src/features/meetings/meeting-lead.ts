import type { UserId } from '@wentwell/contract/ids';
import { type LedMeeting, meetingPolicy } from '@wentwell/contract/meetings/meetings';
import type { TeamContext, TeamMember } from '@wentwell/contract/teams/teams';

export function leadRights(who: TeamContext, meeting: LedMeeting) {
  const handOver = meetingPolicy.handOver(who, meeting) === 'allowed';
  return {
    handOver,
    /** May become the owner: may hand over, takes part, and is not the owner. */
    takeOver: handOver && who.role !== null && who.userId !== meeting.owner_id,
  };
}

export interface LeadCandidate {
  id: UserId;
  /** The email address if the member has no name. */
  name: string;
  isOnline: boolean;
}

/** The active members other than the owner: those online first, then by name. */
export function leadCandidates(
  members: readonly TeamMember[],
  ownerId: UserId,
  online: ReadonlySet<UserId>,
): LeadCandidate[] {
  return members
    .filter(({ user }) => user.is_active && user.id !== ownerId)
    .map(({ user }) => ({
      id: user.id,
      name: user.display_name,
      isOnline: online.has(user.id),
    }))
    .toSorted((a, b) => Number(b.isOnline) - Number(a.isOnline) || a.name.localeCompare(b.name));
}
