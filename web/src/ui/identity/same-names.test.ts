import { TeamId } from '@wentwell/contract/ids';
import { expect, test } from 'vitest';

import { sameNameHints } from './same-names.ts';

function team(digit: number, name: string, member_count: number) {
  const id = TeamId.parse(`00000000-0000-7000-8000-00000000000${digit}`);
  return { id, name, member_count, created_at: `2026-01-0${digit}T12:00:00.000Z` };
}

test('teams of one name are distinguished by members and date; others have no hint', () => {
  const teams = [team(1, 'Rocket', 1), team(2, ' ｒocket', 3), team(3, 'Comet', 2)];
  const hints = sameNameHints(teams);
  expect([...hints.keys()]).toEqual([teams[0]?.id, teams[1]?.id]);
  const [first, second] = [...hints.values()];
  expect(first).toMatch(/^1 member · created .*2026/);
  expect(second).toMatch(/^3 members · created .*2026/);
});
