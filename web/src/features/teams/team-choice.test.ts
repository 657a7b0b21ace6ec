import { TeamId } from '@wentwell/contract/ids';
import type { Team } from '@wentwell/contract/teams';
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
    ai: false,
    guests: true,
    check_up: [],
    created_at: '2026-01-01T00:00:00.000Z',
  };
}

const [one, two, three] = [team(1), team(2), team(3)];
const start = unsettled('ada');

test('the stored team is chosen while the person is in it', () => {
  expect(chooseTeam(start, [one, two], two.id).teamId).toBe(two.id);
});

test('otherwise the first team', () => {
  expect(chooseTeam(start, [one, two], three.id).teamId).toBe(one.id);
  expect(chooseTeam(start, [one, two], null).teamId).toBe(one.id);
});

test('without teams none, and the first one that comes', () => {
  const none = chooseTeam(start, [], one.id);
  expect(none).toMatchObject({ teamId: null, cleared: null, settled: true });
  expect(chooseTeam(none, [], null)).toBe(none);
  expect(chooseTeam(none, [two], null).teamId).toBe(two.id);
});

test('a choice stands while its team is listed, and is the same object', () => {
  const chosen = chooseTeam(start, [one, two], two.id);
  expect(chooseTeam(chosen, [three, two], one.id)).toBe(chosen);
});

test('a team that disappears is cleared, and no other takes its place', () => {
  const chosen = chooseTeam(start, [one, two], two.id);
  const lost = chooseTeam(chosen, [one], two.id);
  expect(lost).toMatchObject({ teamId: null, cleared: 'gone' });
  expect(chooseTeam(lost, [one, three], null)).toBe(lost);
});

test('a team given up is cleared, and that it leaves the list is no news', () => {
  const chosen = chooseTeam(start, [one, two], two.id);
  const givenUp = withoutTeam(chosen, two.id);
  expect(givenUp).toMatchObject({ teamId: null, cleared: 'given-up' });
  expect(chooseTeam(givenUp, [one], two.id)).toBe(givenUp);
});

test('giving up another team leaves the choice alone', () => {
  const chosen = chooseTeam(start, [one, two], two.id);
  expect(withoutTeam(chosen, one.id)).toBe(chosen);
});

test('what is wanted is the chosen team, before the first choice the stored one, after a loss none', () => {
  expect(wantedTeam(start, two.id)).toBe(two.id);
  expect(wantedTeam(start, 'no-such-team')).toBeNull();
  expect(wantedTeam(start, null)).toBeNull();
  const chosen = chooseTeam(start, [one, two], one.id);
  expect(wantedTeam(chosen, two.id)).toBe(one.id);
  expect(wantedTeam(chooseTeam(chosen, [two], one.id), two.id)).toBeNull();
  expect(wantedTeam(withoutTeam(chosen, one.id), two.id)).toBeNull();
  expect(wantedTeam(chooseTeam(start, [], null), two.id)).toBeNull();
});
