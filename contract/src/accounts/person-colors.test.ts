import { expect, test } from 'vitest';

import { assignColors, ownColor } from './person-colors.ts';

test('a person keeps their colour, and many people use all colours', () => {
  expect(ownColor('u1')).toBe(ownColor('u1'));
  const seen = new Set(Array.from({ length: 64 }, (_, index) => ownColor(`u${index}`)));
  expect(seen.size).toBe(12);
});

test('up to twelve people differ, and newcomers change nobody’s colour', () => {
  const teams = Array.from({ length: 200 }, (_, team) =>
    Array.from({ length: 30 }, (__, member) => `team ${team} member ${member}`),
  );
  for (const team of teams) {
    const all = assignColors(team);
    for (const size of [1, 4, 12]) {
      const colors = assignColors(team.slice(0, size));
      expect(new Set(colors.values()).size).toBe(size);
      for (const [id, color] of colors) expect(all.get(id)).toBe(color);
    }
    const uses = Map.groupBy(all.values(), (color) => color);
    for (const its of uses.values()) expect(its.length).toBeLessThanOrEqual(3);
  }
});

test('the first person has their colour outside lists', () => {
  expect(assignColors(['u1', 'u2', 'u1']).get('u1')).toBe(ownColor('u1'));
});

test('given colours stay, and others get the remaining ones', () => {
  const given = new Map([
    ['u1', ownColor('u2')],
    ['u3', 0],
  ]);
  const colors = assignColors(['u1', 'u2', 'u3'], given);
  expect(colors.get('u1')).toBe(ownColor('u2'));
  expect(new Set(colors.values()).size).toBe(3);
});
