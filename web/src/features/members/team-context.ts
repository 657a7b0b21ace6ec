// The signed-in user's role in a team, as the contract's policies need it.
import type { User } from '@wentwell/contract/accounts/users';
import type { TeamContext, Team } from '@wentwell/contract/teams/teams';

type Person = Pick<User, 'id' | 'is_superuser'>;

export function teamContextOf(me: Person, team: Pick<Team, 'my_role'>): TeamContext {
  return { userId: me.id, isSuperuser: me.is_superuser, role: team.my_role };
}
