import { InvitationStatus } from '@wentwell/contract/teams/invitations';
import { expect, test } from 'vitest';

import { invitationStatusLabels, closedMessage } from './InvitationDetails.tsx';

test('every status except pending has its own message', () => {
  const settled = InvitationStatus.options.filter((status) => status !== 'pending');
  const messages = settled.map(closedMessage);
  expect(messages.every((message) => message !== null && message !== '')).toBe(true);
  expect(new Set(messages).size).toBe(settled.length);
  expect(closedMessage('pending')).toBeNull();
});

test('a rejected invitation reads Declined', () => {
  expect(invitationStatusLabels.rejected).toBe('Declined');
});
