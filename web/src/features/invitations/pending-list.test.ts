import { InvitationId } from '@wentwell/contract/ids';
import { expect, test } from 'vitest';

import { withInvitation, withoutInvitation } from './pending-list.ts';

function invitation(digit: number) {
  return { id: InvitationId.parse(`00000000-0000-7000-8000-00000000000${digit}`) };
}

const [one, two, three] = [invitation(1), invitation(2), invitation(3)];

test('a restored invitation returns to its place', () => {
  const rest = withoutInvitation([one, two, three], two.id);
  expect(rest).toEqual([one, three]);
  expect(withInvitation(rest, two, 1)).toEqual([one, two, three]);
});

test('items removed by other changes stay removed', () => {
  expect(withInvitation([one], three, 2)).toEqual([one, three]);
  expect(withInvitation([], two, 1)).toEqual([two]);
});

test('an item restored by a refetch is not duplicated', () => {
  expect(withInvitation([one, two], two, 0)).toEqual([one, two]);
});
