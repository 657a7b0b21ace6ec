import { describe, expect, it } from 'vitest';

import { me, somebodyElse, teamContexts } from './testing/team-contexts.ts';
import { UserSearch } from './user-lists.ts';
import { displayName, userPolicy } from './users.ts';

describe('rights on accounts (A-45)', () => {
  it.each([
    ['outsider', 'allowed', 'FORBIDDEN', 'FORBIDDEN'],
    ['member', 'allowed', 'FORBIDDEN', 'FORBIDDEN'],
    ['admin', 'allowed', 'FORBIDDEN', 'FORBIDDEN'],
    ['superuser', 'allowed', 'allowed', 'allowed'],
  ] as const)('%s: change their own %s, change any %s, delete any %s', (...row) => {
    const [name, own, any, close] = row;
    const who = teamContexts[name];
    expect(userPolicy.change(who, me)).toBe(own);
    expect(userPolicy.delete(who, me)).toBe(own);
    expect(userPolicy.change(who, somebodyElse)).toBe(any);
    expect(userPolicy.delete(who, somebodyElse)).toBe(any);
    expect(userPolicy.setActive(who, somebodyElse)).toBe(close);
  });

  it.each(Object.entries(teamContexts))(
    'nobody deletes their own account here: %s',
    (_name, who) => {
      expect(userPolicy.setActive(who, me)).toBe('FORBIDDEN');
    },
  );
});

describe('searching people', () => {
  it('returns 20 by default', () => {
    expect(UserSearch.parse({})).toEqual({ email_pattern: '', skip: 0, limit: 20 });
  });

  it.each([
    [{ limit: '101' }, false],
    [{ limit: '100' }, true],
    [{ email_pattern: 'x'.repeat(255) }, false],
    [{ email_pattern: 'x'.repeat(254) }, true],
  ])('%j: %s', (query, valid) => {
    expect(UserSearch.safeParse(query).success).toBe(valid);
  });
});

describe('the name shown for a person', () => {
  it.each([
    [{ first_name: 'Robin', last_name: 'Field' }, 'Robin Field'],
    [{ first_name: '', last_name: 'Field' }, 'Field'],
    [{ first_name: '', last_name: '' }, 'robin.f'],
  ])('%j: %s', (names, shown) => {
    expect(displayName({ ...names, email: 'robin.f@example.com' })).toBe(shown);
  });
});
