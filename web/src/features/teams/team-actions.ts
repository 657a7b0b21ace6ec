// The actions on a team, with the reasons why one is not possible (docs/api.md A-42).
import { describeError, type PolicyResult } from '@wentwell/contract/errors';
import { type TeamContext, teamPolicy } from '@wentwell/contract/teams';

export interface TeamActions {
  renameReason: string | undefined;
  deleteReason: string | undefined;
  leaveReason: string | undefined;
}

function reason(verdict: PolicyResult): string | undefined {
  return verdict === 'allowed' ? undefined : describeError(verdict).detail;
}

export function teamActions(who: TeamContext): TeamActions {
  return {
    renameReason: reason(teamPolicy.edit(who)),
    deleteReason: reason(teamPolicy.delete(who)),
    leaveReason: reason(teamPolicy.leave(who)),
  };
}
