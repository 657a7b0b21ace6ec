// What can be done with a member of the team, by whom, and why not (spec 6).
import { describeError } from '@wentwell/contract/errors';
import { type Standing, type TeamMember, teamPolicy } from '@wentwell/contract/teams';

export interface MemberActions {
  /** Why the menu does not open: who may not manage members finds nothing in it. */
  menuReason: string | undefined;
  /** Why the member cannot be removed. */
  removeReason: string | undefined;
}

export function memberActions(who: Standing, member: TeamMember): MemberActions {
  const manages = teamPolicy.edit(who);
  const removes = teamPolicy.removeMember(who, member.user.id);
  return {
    menuReason: manages === 'allowed' ? undefined : describeError(manages).detail,
    removeReason: removes === 'allowed' ? undefined : describeError(removes).detail,
  };
}
