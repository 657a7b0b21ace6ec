import { describe, expect, it } from 'vitest';

import { groupKeyAction } from './group-keys.ts';

describe('the keys of a group', () => {
  it.each([
    ['Enter', 'fold', 'fold'],
    ['e', 'rename', null],
    ['m', 'move', null],
    ['g', 'group', null],
    ['Delete', null, null],
    ['Mod+e', null, null],
  ])('%o means %s, and %s in phases without grouping', (key, allowed, refused) => {
    expect(groupKeyAction(key, true)).toBe(allowed);
    expect(groupKeyAction(key, false)).toBe(refused);
  });
});
