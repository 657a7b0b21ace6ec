import type { InvitationStatus } from '@wentwell/contract/invitations';

import { Badge, type BadgeTone } from '#web/ui/feedback/Badge.tsx';

import { invitationStatusLabels } from './invitation-status.ts';

const tones: Record<InvitationStatus, BadgeTone> = {
  pending: 'amber',
  accepted: 'green',
  rejected: 'gray',
  expired: 'gray',
  canceled: 'red',
};

export function InvitationStatusBadge({ status }: { status: InvitationStatus }) {
  return <Badge tone={tones[status]}>{invitationStatusLabels[status]}</Badge>;
}
