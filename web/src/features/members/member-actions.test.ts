import { UserId } from '@wentwell/contract/ids';
import type { TeamMember, TeamRole } from '@wentwell/contract/teams';
import { expect, test } from 'vitest';

import { memberActions } from './member-actions.ts';
import { teamContextOf } from './team-context.ts';

const ada = UserId.parse('00000000-0000-7000-8000-000000000001');
const bob = UserId.parse('00000000-0000-7000-8000-000000000002');

function member(id: UserId): TeamMember {
  return {
    user: {
      id,
      email: 'someone@example.test',
      first_name: '',
      last_name: '',
      display_name: 'someone',
      is_active: true,
    },
    role: 'member',
    joined_at: '2026-01-01T00:00:00.000Z',
  };
}

function teamContext(role: TeamRole | null, is_superuser = false) {
  return teamContextOf({ id: ada, is_superuser }, { my_role: role });
}

test('admins and superusers remove others and change their roles', () => {
  for (const who of [teamContext('admin'), teamContext('member', true), teamContext(null, true)]) {
    expect(memberActions(who, member(bob))).toEqual({
      menuReason: undefined,
      removeReason: undefined,
      roleReason: undefined,
    });
  }
});

test('nobody removes themselves or changes their own role', () => {
  for (const who of [teamContext('admin'), teamContext('member', true)]) {
    expect(memberActions(who, member(ada))).toEqual({
      menuReason: undefined,
      removeReason: 'Cannot remove yourself',
      roleReason: 'Cannot change your own role',
    });
  }
});

test('members are told that it takes an admin', () => {
  expect(memberActions(teamContext('member'), member(bob))).toEqual({
    menuReason: 'Requires admin permissions',
    removeReason: 'Requires admin permissions',
    roleReason: 'Requires admin permissions',
  });
  expect(memberActions(teamContext('member'), member(ada)).menuReason).toBe(
    'Requires admin permissions',
  );
});
