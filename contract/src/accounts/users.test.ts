import { describe, expect, it } from 'vitest';

import { displayName } from './users.ts';

describe('the name shown for a person', () => {
  it.each([
    [{ first_name: 'Robin', last_name: 'Field' }, 'Robin Field'],
    [{ first_name: '', last_name: 'Field' }, 'Field'],
    [{ first_name: '', last_name: '' }, 'robin.f'],
  ])('%j: %s', (names, shown) => {
    expect(displayName({ ...names, email: 'robin.f@example.com' })).toBe(shown);
  });
});
