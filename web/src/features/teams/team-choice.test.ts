import { TeamId } from '@wentwell/contract/ids';
import type { Team } from '@wentwell/contract/teams/teams';
import { expect, test } from 'vitest';

import { withoutTeam, chooseTeam, unsettled, wantedTeam } from './current-team.tsx';

function team(digit: number): Team {
  const id = TeamId.parse(`00000000-0000-7000-8000-00000000000${digit}`);
  return {
    id,
    name: `Team ${digit}`,
    description: '',
    my_role: 'member',
    member_count: 1,
    recognition: true,
    language: null,
    ai: false,
    guests: true,
    check_up: [],
    created_at: '2026-01-01T00:00:00.000Z',
  };
}

const [one, two, three] = [team(1), team(2), team(3)];
const start = unsettled('ada');

test('the stored team is chosen while the user is a member', () => {
  expect(chooseTeam(start, [one, two], two.id).teamId).toBe(two.id);
});

test('otherwise the first team', () => {
  expect(chooseTeam(start, [one, two], three.id).teamId).toBe(one.id);
  expect(chooseTeam(start, [one, two], null).teamId).toBe(one.id);
});

test('without teams none, then the first that appears', () => {
  const none = chooseTeam(start, [], one.id);
  expect(none).toMatchObject({ teamId: null, cleared: null, settled: true });
  expect(chooseTeam(none, [], null)).toBe(none);
  expect(chooseTeam(none, [two], null).teamId).toBe(two.id);
});

test('a choice stays the same object while its team is listed', () => {
  const chosen = chooseTeam(start, [one, two], two.id);
  expect(chooseTeam(chosen, [three, two], one.id)).toBe(chosen);
});

test('a team that disappears is cleared without a replacement', () => {
  const chosen = chooseTeam(start, [one, two], two.id);
  const lost = chooseTeam(chosen, [one], two.id);
  expect(lost).toMatchObject({ teamId: null, cleared: 'gone' });
  expect(chooseTeam(lost, [one, three], null)).toBe(lost);
});

test('a team that the user left is cleared without a notice', () => {
  const chosen = chooseTeam(start, [one, two], two.id);
  const givenUp = withoutTeam(chosen, two.id);
  expect(givenUp).toMatchObject({ teamId: null, cleared: 'given-up' });
  expect(chooseTeam(givenUp, [one], two.id)).toBe(givenUp);
});

test('leaving another team keeps the choice', () => {
  const chosen = chooseTeam(start, [one, two], two.id);
  expect(withoutTeam(chosen, one.id)).toBe(chosen);
});

test('the wanted team is the chosen one, before a choice the stored one, after a loss none', () => {
  expect(wantedTeam(start, two.id)).toBe(two.id);
  expect(wantedTeam(start, 'no-such-team')).toBeNull();
  expect(wantedTeam(start, null)).toBeNull();
  const chosen = chooseTeam(start, [one, two], one.id);
  expect(wantedTeam(chosen, two.id)).toBe(one.id);
  expect(wantedTeam(chooseTeam(chosen, [two], one.id), two.id)).toBeNull();
  expect(wantedTeam(withoutTeam(chosen, one.id), two.id)).toBeNull();
  expect(wantedTeam(chooseTeam(start, [], null), two.id)).toBeNull();
});
