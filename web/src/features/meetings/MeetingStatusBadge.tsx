import { type MeetingStatus, statusLabels } from '@wentwell/contract/meetings';

import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

/** Spec 4 "Meeting status": blue, green, gray, red, purple. */
const tones: Record<MeetingStatus, BadgeTone> = {
  planned: 'blue',
  live: 'green',
  closed: 'gray',
  canceled: 'red',
  archived: 'purple',
};

export function MeetingStatusBadge({ status }: { status: MeetingStatus }) {
  return (
    <Badge tone={tones[status]} dot={status === 'live'}>
      {statusLabels[status]}
    </Badge>
  );
}
