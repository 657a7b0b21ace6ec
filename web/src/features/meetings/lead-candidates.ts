// Who could lead a meeting instead of its owner. Pure.
import type { UserId } from '@wentwell/contract/ids';
import type { TeamMember } from '@wentwell/contract/teams';

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
  return (
    members
      .filter(({ user }) => user.is_active && user.id !== ownerId)
      // The whole address, as in presence: its part before the @ may be that of two people.
      .map(({ user }) => ({
        id: user.id,
        name: `${user.first_name} ${user.last_name}`.trim() || user.email,
        isOnline: online.has(user.id),
      }))
      .toSorted((a, b) => Number(b.isOnline) - Number(a.isOnline) || a.name.localeCompare(b.name))
  );
}
