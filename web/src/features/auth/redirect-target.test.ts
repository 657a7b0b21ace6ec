import { expect, test } from 'vitest';

import { redirectSearch, redirectTarget } from './redirect-target.ts';

test.each([
  ['/meetings/42?x=1#notes', '/meetings/42?x=1#notes'],
  ['/team-members', '/team-members'],
  ['//evil.test', '/dashboard'],
  ['/\\evil.test', '/dashboard'],
  ['https:evil.test', '/dashboard'],
  ['https://evil.test/', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/login?redirect=/login', '/dashboard'],
  ['', '/dashboard'],
  [undefined, '/dashboard'],
])('redirect=%s leads to %s', (redirect, target) => {
  expect(redirectTarget(redirect)).toBe(target);
});

test('a link carries only a path of this site', () => {
  expect(redirectSearch('/invitations/abc')).toEqual({ redirect: '/invitations/abc' });
  expect(redirectSearch('//evil.test')).toEqual({});
  expect(redirectSearch(undefined)).toEqual({});
});
