import { UserId } from '@wentwell/contract/ids';
import type { Standing } from '@wentwell/contract/teams';
import { expect, test } from 'vitest';

import { cancelReason } from './invitation-cancel.ts';

const member: Standing = {
  userId: UserId.parse('00000000-0000-7000-8000-000000000001'),
  isSuperuser: false,
  role: 'member',
};
const fromAda = {
  inviting_user: { display_name: 'Ada', full_name: 'Ada Byron', email: 'Ada@example.test' },
};

test('the sender may cancel, however the address is spelled', () => {
  expect(cancelReason(member, 'ada@EXAMPLE.test', fromAda)).toBeUndefined();
});

test('so may an admin and a superuser, and nobody else', () => {
  expect(cancelReason({ ...member, role: 'admin' }, 'bob@example.test', fromAda)).toBeUndefined();
  const superuser = { ...member, role: null, isSuperuser: true };
  expect(cancelReason(superuser, 'bob@example.test', fromAda)).toBeUndefined();
  expect(cancelReason(member, 'bob@example.test', fromAda)).toBe(
    'Only its sender or a team admin can cancel an invitation.',
  );
});
