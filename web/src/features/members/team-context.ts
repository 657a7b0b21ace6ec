// The signed-in person's place in a team, in the form that every policy of the contract asks for.
import type { TeamContext, Team } from '@wentwell/contract/teams';
import type { User } from '@wentwell/contract/users';

type Person = Pick<User, 'id' | 'is_superuser'>;

/** Takes the person and the team as they see it; gives their standing. */
export function teamContextOf(me: Person, team: Pick<Team, 'my_role'>): TeamContext {
  return { userId: me.id, isSuperuser: me.is_superuser, role: team.my_role };
}

/** The same for a whole list of teams: gives who answers by a team's id, null for a team that is not in it. */
export function teamContextAmong(me: Person, teams: readonly Pick<Team, 'id' | 'my_role'>[]) {
  return (teamId: Team['id']): TeamContext | null => {
    const team = teams.find((each) => each.id === teamId);
    return team ? teamContextOf(me, team) : null;
  };
}
