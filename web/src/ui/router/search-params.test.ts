import { expect, test } from 'vitest';

import { parseSearch, stringifySearch } from './search-params.ts';

test('parameters stay strings', () => {
  expect(parseSearch('?token=0123&redirect=%2Fmeetings%3Fa%3Db&token=second&flag')).toEqual({
    token: '0123',
    redirect: '/meetings?a=b',
    flag: '',
  });
});

test('writing and reading round-trip', () => {
  const search = { email: 'a+b@c.test', redirect: '/invitations/x?y=1&z=ä#top' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
  expect(stringifySearch({ redirect: undefined })).toBe('');
});
