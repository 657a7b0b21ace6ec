// The actions on a team member, with the reasons why one is not possible (docs/api.md ).
import { describeError, type PolicyResult } from '@wentwell/contract/errors';
import { type TeamContext, type TeamMember, teamPolicy } from '@wentwell/contract/teams';

export interface MemberActions {
  menuReason: string | undefined;
  removeReason: string | undefined;
  roleReason: string | undefined;
}

export function memberActions(who: TeamContext, member: TeamMember): MemberActions {
  return {
    menuReason: reason(teamPolicy.edit(who)),
    removeReason: reason(teamPolicy.removeMember(who, member.user.id)),
    roleReason: reason(teamPolicy.changeRole(who, member.user.id)),
  };
}

function reason(verdict: PolicyResult): string | undefined {
  return verdict === 'allowed' ? undefined : describeError(verdict).detail;
}
