import { UserId } from '@wentwell/contract/ids';
import type { TeamContext, TeamMember } from '@wentwell/contract/teams/teams';
import { expect, it } from 'vitest';

import { leadCandidates, leadRights } from './meeting-lead.ts';

const id = (last: number) => UserId.parse(`0198f2c4-7f00-7000-8000-00000000000${last}`);
const owner = id(1);

function teamContext(userId: UserId, role: TeamContext['role'], isSuperuser = false): TeamContext {
  return { userId, role, isSuperuser };
}

function member(last: number, name: string, is_active = true): TeamMember {
  const [first_name = '', last_name = ''] = name.split(' ');
  const email = `${last}@example.com`;
  const user = { id: id(last), email, first_name, last_name, display_name: name, is_active };
  return { user, role: 'member', joined_at: '2026-01-01T00:00:00.000Z' };
}

it('a team admin takes over or hands over, the owner hands over, a member or co-lead does neither', () => {
  const meeting = { owner_id: owner, co_lead_ids: [] };
  expect(leadRights(teamContext(id(2), 'admin'), meeting)).toEqual({
    takeOver: true,
    handOver: true,
  });
  expect(leadRights(teamContext(owner, 'member'), meeting)).toEqual({
    takeOver: false,
    handOver: true,
  });
  expect(leadRights(teamContext(id(3), 'member'), meeting)).toEqual({
    takeOver: false,
    handOver: false,
  });
  const coLed = { ...meeting, co_lead_ids: [id(2), id(3)] };
  expect(leadRights(teamContext(id(2), 'admin'), coLed).takeOver).toBe(true);
  expect(leadRights(teamContext(id(3), 'member'), coLed).handOver).toBe(false);
  expect(leadRights(teamContext(id(4), null, true), meeting)).toEqual({
    takeOver: false,
    handOver: true,
  });
});

it('lists online members first, then by name, without the owner and deactivated members', () => {
  const members = [
    member(1, 'Ada Byron'),
    member(2, 'Zoe Young'),
    member(3, 'Ben Okri'),
    member(4, 'Cy Dee'),
    member(5, 'Gone Long', false),
  ];
  const names = leadCandidates(members, owner, new Set([owner, id(2)])).map(({ name }) => name);
  expect(names).toEqual(['Zoe Young', 'Ben Okri', 'Cy Dee']);
});
