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

function InvitationStatusBadge({ status }: { status: InvitationStatus }) {
  return <Badge tone={tones[status]}>{invitationStatusLabels[status]}</Badge>;
}

/** Shows the inviter, the invited address and the invitation's status. The page's heading names the team. */
export function InvitationDetails(props: { invitation: PublicInvitation; children?: ReactNode }) {
  const { invitation, children } = props;
  const { inviting_user, invited_user_email, status, expires_at } = invitation;
  const settled = closedMessage(status);
  return (
    <div className="grid gap-6">
      <dl className="divide-y divide-line rounded-md border border-line">
        <Fact term="Status">
          <InvitationStatusBadge status={status} />
        </Fact>
        <Fact term="Invited email">{invited_user_email}</Fact>
        <Fact term="Invited by">{inviting_user.full_name || inviting_user.display_name}</Fact>
        {status === 'pending' && <Fact term="Expires">{relativeTime(expires_at)}</Fact>}
      </dl>
      {settled !== null && (
        <p role="status" className="text-base">
          {settled}
        </p>
      )}
      {children}
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 px-4 py-2">
      <dt className="shrink-0 text-soft">{term}</dt>
      <dd className="min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
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
