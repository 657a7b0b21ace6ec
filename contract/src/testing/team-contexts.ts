// Team contexts for policy tables: the same user in every role.
import { UserId } from '../ids.ts';
import type { TeamContext } from '../teams/teams.ts';

export const me = UserId.parse('00000000-0000-4000-8000-000000000001');
export const somebodyElse = UserId.parse('00000000-0000-4000-8000-000000000002');

export const teamContexts = {
  outsider: { userId: me, isSuperuser: false, role: null },
  member: { userId: me, isSuperuser: false, role: 'member' },
  admin: { userId: me, isSuperuser: false, role: 'admin' },
  superuser: { userId: me, isSuperuser: true, role: null },
} as const satisfies Record<string, TeamContext>;
