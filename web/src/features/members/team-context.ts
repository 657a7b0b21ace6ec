// The signed-in user's role in a team, as the contract's policies need it.
import type { TeamContext, Team } from '@wentwell/contract/teams';
import type { User } from '@wentwell/contract/users';

type Person = Pick<User, 'id' | 'is_superuser'>;

export function teamContextOf(me: Person, team: Pick<Team, 'my_role'>): TeamContext {
  return { userId: me.id, isSuperuser: me.is_superuser, role: team.my_role };
}

/** The returned function gives null for teams outside the list. */
export function teamContextAmong(me: Person, teams: readonly Pick<Team, 'id' | 'my_role'>[]) {
  return (teamId: Team['id']): TeamContext | null => {
    const team = teams.find((each) => each.id === teamId);
    return team ? teamContextOf(me, team) : null;
  };
}
