import type { ShownStatus } from '@wentwell/contract/meetings/meetings';
import { Info, MessageSquareOff } from 'lucide-react';
import type { ReactNode } from 'react';

import { Line } from './StatusLine.tsx';

const whyNotLive: Record<Exclude<ShownStatus, 'live'>, string> = {
  planned: 'You can write notes once the meeting starts.',
  closed: 'This retro is finished.',
  canceled: 'The meeting was canceled.',
  archived: 'This retro is archived.',
  unknown: "This page is out of date. Reload it to see the meeting's status.",
};

/** Why the user can only read: the meeting is not live, or they are muted. */
export function QuietLine({ status }: { status: ShownStatus }): ReactNode {
  if (status === 'live') {
    return (
      <Line icon={<MessageSquareOff />} title="You are muted.">
        You can read along.
      </Line>
    );
  }
  return (
    <Line icon={<Info className="text-info-text" />} title="Live collaboration is disabled">
      {whyNotLive[status]}
    </Line>
  );
}
