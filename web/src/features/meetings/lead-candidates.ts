import type { UserId } from '@wentwell/contract/ids';
import type { TeamMember } from '@wentwell/contract/teams';
import { fullName } from '@wentwell/contract/users';

export interface Candidate {
  id: UserId;
  /** The email address where a member has no name. */
  name: string;
  isOnline: boolean;
}

/** The active members other than the owner: those online first, then by name. */
export function leadCandidates(
  members: readonly TeamMember[],
  ownerId: UserId,
  online: ReadonlySet<UserId>,
): Candidate[] {
  return members
    .filter(({ user }) => user.is_active && user.id !== ownerId)
    .map(({ user }) => ({
      id: user.id,
      // The whole address, as in presence, because two users may share the part before the @.
      name: fullName(user) || user.email,
      isOnline: online.has(user.id),
    }))
    .toSorted((a, b) => Number(b.isOnline) - Number(a.isOnline) || a.name.localeCompare(b.name));
}
