// The labels and messages of invitation statuses.
import type { InvitationStatus } from '@wentwell/contract/invitations';

export const invitationStatusLabels: Record<InvitationStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Declined',
  expired: 'Expired',
  canceled: 'Canceled',
};

const messages: Record<Exclude<InvitationStatus, 'pending'>, string> = {
  accepted: 'This invitation has already been accepted.',
  rejected: 'This invitation has been declined.',
  expired: 'This invitation has expired. Ask your team for a new one.',
  canceled: 'This invitation has been canceled.',
};

/** The message shown instead of Accept and Decline, or null while the invitation is pending. */
export function closedMessage(status: InvitationStatus): string | null {
  return status === 'pending' ? null : messages[status];
}
