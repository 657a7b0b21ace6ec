import type { InvitationStatus, PublicInvitation } from '@wentwell/contract/teams/invitations';
import type { ReactNode } from 'react';

import { relativeTime } from '#web/api/relative-time';
import { Badge, type BadgeTone } from '#web/ui/feedback/Badge.tsx';

const tones: Record<InvitationStatus, BadgeTone> = {
  pending: 'amber',
  accepted: 'green',
  rejected: 'gray',
  expired: 'gray',
  canceled: 'red',
};

/** Shows the invited address and the invitation's status. The page's heading names inviter and team. */
export function InvitationDetails(props: { invitation: PublicInvitation; children?: ReactNode }) {
  const { invitation, children } = props;
  const { invited_user_email, status, expires_at } = invitation;
  const settled = closedMessage(status);
  return (
    <div className="grid gap-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
        <Badge tone={tones[status]}>{invitationStatusLabels[status]}</Badge>
        <span className="min-w-0 wrap-anywhere">
          For <strong className="font-semibold text-ink">{invited_user_email}</strong>
          {status === 'pending' && `, expires ${relativeTime(expires_at)}`}
        </span>
      </p>
      {settled !== null && (
        <p role="status" className="text-base">
          {settled}
        </p>
      )}
      {children}
    </div>
  );
}

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

export function closedMessage(status: InvitationStatus): string | null {
  return status === 'pending' ? null : messages[status];
}
