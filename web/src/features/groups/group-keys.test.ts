import { describe, expect, it } from 'vitest';

import { groupKeyAction } from './group-keys.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('the keys of a group', () => {
  it.each([
    ['Enter', 'fold', 'fold'],
    ['e', 'rename', null],
    ['m', 'move', null],
    ['G', 'group', null],
    ['Delete', null, null],
  ])('%o means %s, and %s where nothing is grouped', (key, allowed, refused) => {
    expect(groupKeyAction({ key, ...plain }, true)).toBe(allowed);
    expect(groupKeyAction({ key, ...plain }, false)).toBe(refused);
    expect(groupKeyAction({ key, ...plain, ctrlKey: true }, true)).toBeNull();
  });
});
