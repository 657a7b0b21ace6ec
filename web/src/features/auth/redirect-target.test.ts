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
  ['/login/', '/dashboard'],
  ['/login/callback?code=x', '/dashboard'],
  ['/\t/evil.test', '/dashboard'],
  ['/%09/evil.test', '/dashboard'],
  ['/%2Fevil.test', '/dashboard'],
  ['/%252Fevil.test', '/dashboard'],
  ['/%5Cevil.test', '/dashboard'],
  ['%2F%2Fevil.test', '/dashboard'],
  ['%252F%252Fevil.test', '/dashboard'],
  ['/meetings/100%25?x=%', '/meetings/100%25?x=%'],
  ['\\evil.test', '/dashboard'],
  [' //evil.test', '/dashboard'],
  ['///evil.test', '/dashboard'],
  ['/./\\/evil.test', '/dashboard'],
  ['/..//evil.test', '/dashboard'],
  ['data:text/html,x', '/dashboard'],
  ['/%2F%2Fevil.test', '/dashboard'],
  ['/%252F%252Fevil.test', '/dashboard'],
  ['/login?redirect=//evil.test', '/dashboard'],
  ['/login?redirect=%2Flogin', '/dashboard'],
  ['\u0000//evil.test', '/dashboard'],
  ['.evil.test', '/dashboard'],
  ['@evil.test', '/dashboard'],
  ['', '/dashboard'],
  [undefined, '/dashboard'],
])('redirect=%s leads to %s', (redirect, target) => {
  expect(redirectTarget(redirect)).toBe(target);
});

test('a link has only paths of this site', () => {
  expect(redirectSearch('/invitations/abc')).toEqual({ redirect: '/invitations/abc' });
  expect(redirectSearch('//evil.test')).toEqual({});
  expect(redirectSearch(undefined)).toEqual({});
});
