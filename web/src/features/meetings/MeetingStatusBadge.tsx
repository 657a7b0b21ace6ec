import { type ShownStatus, statusLabels } from '@wentwell/contract/meetings/meetings';

import { Badge, type BadgeTone } from '#web/ui/feedback/Badge.tsx';

const tones: Record<ShownStatus, BadgeTone> = {
  planned: 'blue',
  live: 'green',
  closed: 'gray',
  canceled: 'red',
  archived: 'purple',
  unknown: 'gray',
};

export function MeetingStatusBadge({ status }: { status: ShownStatus }) {
  return (
    <Badge tone={tones[status]} dot={status === 'live'}>
      {statusLabels[status]}
    </Badge>
  );
}
