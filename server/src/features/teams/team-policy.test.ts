import { UserId } from '@wentwell/contract/ids';
import { type Standing, teamPolicy } from '@wentwell/contract/teams';
import { describe, expect, it } from 'vitest';

import { newId } from '#server/platform/ids';

const me = newId(UserId);
const other = newId(UserId);

const people = {
  outsider: { userId: me, isSuperuser: false, role: null },
  member: { userId: me, isSuperuser: false, role: 'member' },
  admin: { userId: me, isSuperuser: false, role: 'admin' },
  superuser: { userId: me, isSuperuser: true, role: null },
} as const satisfies Record<string, Standing>;

describe('who may do what with a team (api.md)', () => {
  it.each([
    ['outsider', 'NOT_FOUND', 'TEAM_ADMIN_ONLY'],
    ['member', 'allowed', 'TEAM_ADMIN_ONLY'],
    ['admin', 'allowed', 'allowed'],
    ['superuser', 'allowed', 'allowed'],
  ] as const)('%s: see %s, change %s', (name, see, change) => {
    const who = people[name];
    expect(teamPolicy.see(who)).toBe(see);
    expect(teamPolicy.edit(who)).toBe(change);
    expect(teamPolicy.delete(who)).toBe(change);
    expect(teamPolicy.removeMember(who, other)).toBe(change);
  });

  it.each(Object.entries(people))('nobody removes themselves: %s', (_name, who) => {
    expect(teamPolicy.removeMember(who, me)).toBe('CANNOT_REMOVE_SELF');
  });
});
