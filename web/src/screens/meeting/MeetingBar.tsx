import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { ArrowLeft, Lock } from 'lucide-react';
import type { ReactNode } from 'react';

import { statusNow } from '#web/api/server-time';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { MeetingStatusBadge } from '#web/features/meetings/MeetingStatusBadge.tsx';
import { useLayoutActions } from '#web/screens/layouts/layout-actions';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { classNames } from '#web/ui/class-names';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { Wordmark } from '#web/ui/layout/Wordmark.tsx';
import { navigate } from '#web/ui/router/history';

/** Back, title and state. Its height is the same in every state. */
export function MeetingBar({
  meeting,
  children,
}: {
  meeting: Meeting;
  children?: ReactNode;
}): ReactNode {
  const { openMenu } = useLayoutActions();
  const isGuest = useIsGuest();
  const status = statusNow(meeting);
  const isLive = status === 'live';
  return (
    <header className="meeting-bar flex flex-1 items-center self-stretch gap-2 min-w-0">
      <SmallPart>
        {!isGuest && (
          <>
            {/* In a small window the menu at the end of a live meeting's bar also leads there. */}
            <div
              className={classNames('meeting-mark', isLive ? 'tight:hidden' : 'hidden tight:flex')}
            >
              <IconButton label="Menu" icon={<Wordmark markOnly />} onClick={openMenu} />
            </div>
            <div className="meeting-back">
              <IconButton
                label="Back to meetings"
                icon={<ArrowLeft />}
                onClick={() => void navigate({ to: '/meetings' })}
              />
            </div>
          </>
        )}
        <div className={classNames('min-w-0 flex-1 meeting-title', isGuest ? 'pl-4' : 'pl-1')}>
          <h1 className="truncate text-xs font-medium text-muted max-sm:sr-only">Meeting Notes</h1>
          <SmallPart>
            <div
              className="truncate text-base leading-tight font-semibold text-ink"
              title={meeting.name}
            >
              {meeting.name}
            </div>
          </SmallPart>
        </div>
        {status === 'closed' && (
          <span role="status" className="flex shrink-0">
            <Badge tone="gray" icon={<Lock />}>
              Meeting Closed
            </Badge>
          </span>
        )}
        {status !== 'closed' && !isLive && <MeetingStatusBadge status={status} />}
        {children}
      </SmallPart>
    </header>
  );
}
