import { TeamId } from '@wentwell/contract/ids';
import type { Team } from '@wentwell/contract/teams';
import { expect, test } from 'vitest';

import { giveUpTeam, settleTeam, unsettled, wantedTeam } from './team-choice.ts';

function team(digit: number): Team {
  const id = TeamId.parse(`00000000-0000-7000-8000-00000000000${digit}`);
  return {
    id,
    name: `Team ${digit}`,
    description: '',
    my_role: 'member',
    member_count: 1,
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
  expect(none).toMatchObject({ teamId: null, cleared: null, settled: true });
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
  expect(lost).toMatchObject({ teamId: null, cleared: 'gone' });
  expect(settleTeam(lost, [one, three], null)).toBe(lost);
});

test('a team given up is cleared, and that it leaves the list is no news', () => {
  const chosen = settleTeam(start, [one, two], two.id);
  const givenUp = giveUpTeam(chosen, two.id);
  expect(givenUp).toMatchObject({ teamId: null, cleared: 'given-up' });
  expect(settleTeam(givenUp, [one], two.id)).toBe(givenUp);
});

test('giving up another team leaves the choice alone', () => {
  const chosen = settleTeam(start, [one, two], two.id);
  expect(giveUpTeam(chosen, one.id)).toBe(chosen);
});

test('what is wanted is the chosen team, before the first choice the stored one, after a loss none', () => {
  expect(wantedTeam(start, two.id)).toBe(two.id);
  expect(wantedTeam(start, 'no-such-team')).toBeNull();
  expect(wantedTeam(start, null)).toBeNull();
  const chosen = settleTeam(start, [one, two], one.id);
  expect(wantedTeam(chosen, two.id)).toBe(one.id);
  expect(wantedTeam(settleTeam(chosen, [two], one.id), two.id)).toBeNull();
  expect(wantedTeam(giveUpTeam(chosen, one.id), two.id)).toBeNull();
  expect(wantedTeam(settleTeam(start, [], null), two.id)).toBeNull();
});
