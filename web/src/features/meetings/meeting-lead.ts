// Who may take the lead of a meeting, or give it to whom. Pure.
import type { UserId } from '@wentwell/contract/ids';
import { type Meeting, meetingPolicy } from '@wentwell/contract/meetings';
import type { Standing, TeamMember } from '@wentwell/contract/teams';

export interface LeadRights {
  /** Make oneself the owner: whoever may hand over, takes part, and does not lead already. */
  takeOver: boolean;
  handOver: boolean;
}

export function leadRights(who: Standing, meeting: Pick<Meeting, 'owner_id'>): LeadRights {
  const handOver = meetingPolicy.handOver(who, meeting) === 'allowed';
  return {
    handOver,
    takeOver: handOver && who.role !== null && who.userId !== meeting.owner_id,
  };
}

export interface Candidate {
  id: UserId;
  name: string;
  isOnline: boolean;
}

/** Everybody who could lead instead of the owner: those who are here first, then by name. */
export function leadCandidates(
  members: readonly TeamMember[],
  ownerId: UserId,
  online: ReadonlySet<UserId>,
): Candidate[] {
  return members
    .filter(({ user }) => user.is_active && user.id !== ownerId)
    .map(({ user }) => ({ id: user.id, name: user.display_name, isOnline: online.has(user.id) }))
    .toSorted((a, b) => Number(b.isOnline) - Number(a.isOnline) || a.name.localeCompare(b.name));
}
