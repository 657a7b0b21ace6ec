import { TeamId } from '@wentwell/contract/ids';
import type { Team } from '@wentwell/contract/teams';
import { expect, test } from 'vitest';

import { settleTeam, unsettled } from './team-choice.ts';

function team(digit: number): Team {
  const id = TeamId.parse(`00000000-0000-7000-8000-00000000000${digit}`);
  return {
    id,
    name: `Team ${digit}`,
    description: '',
    my_role: 'member',
    created_at: '2026-01-01T00:00:00.000Z',
  };
}

const [one, two, three] = [team(1), team(2), team(3)];
const start = unsettled('ada');

test('the stored team is chosen while the person is in it', () => {
  expect(settleTeam(start, [one, two], two.id).teamId).toBe(two.id);
});

test('otherwise the first team', () => {
  expect(settleTeam(start, [one, two], three.id).teamId).toBe(one.id);
  expect(settleTeam(start, [one, two], null).teamId).toBe(one.id);
});

test('without teams none, and the first one that comes', () => {
  const none = settleTeam(start, [], one.id);
  expect(none).toMatchObject({ teamId: null, lost: false, settled: true });
  expect(settleTeam(none, [], null)).toBe(none);
  expect(settleTeam(none, [two], null).teamId).toBe(two.id);
});

test('a choice stands while its team is listed, and is the same object', () => {
  const chosen = settleTeam(start, [one, two], two.id);
  expect(settleTeam(chosen, [three, two], one.id)).toBe(chosen);
});

test('a team that disappears is cleared, and no other takes its place', () => {
  const chosen = settleTeam(start, [one, two], two.id);
  const lost = settleTeam(chosen, [one], two.id);
  expect(lost).toMatchObject({ teamId: null, lost: true });
  expect(settleTeam(lost, [one, three], null)).toBe(lost);
});
