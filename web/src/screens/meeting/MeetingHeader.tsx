import { useNavigate } from '@tanstack/react-router';
import { effectiveStatus, type Meeting } from '@wentwell/contract/meetings';
import { ArrowLeft, Lock } from 'lucide-react';
import type { ReactNode } from 'react';

import { MeetingStatusBadge } from '#web/features/meetings/MeetingStatusBadge.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';

/** The way back, what this is, and what its owner can do. */
export function MeetingHeader({
  meeting,
  children,
}: {
  meeting: Meeting | null;
  children?: ReactNode;
}): ReactNode {
  const navigate = useNavigate();
  const status = meeting && effectiveStatus(meeting);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-[1_1_320px] items-start gap-1">
        <span className="-ml-3">
          <IconButton
            label="Back to meetings"
            icon={<ArrowLeft />}
            onClick={() => void navigate({ to: '/meetings' })}
          />
        </span>
        <div className="flex min-h-11 min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5 pt-1.5">
          <h1 className="text-xl font-bold">Meeting Notes</h1>
          {meeting && (
            <p className="max-w-full min-w-0 truncate text-base text-soft" title={meeting.name}>
              {meeting.name}
            </p>
          )}
          {status === 'closed' && (
            <span className="self-center">
              <Badge tone="gray" icon={<Lock aria-hidden="true" />}>
                Meeting Closed
              </Badge>
            </span>
          )}
          {status && status !== 'closed' && status !== 'live' && (
            <span className="self-center">
              <MeetingStatusBadge status={status} />
            </span>
          )}
        </div>
      </div>
      {children && (
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>button]:flex-1 max-sm:[&>button:first-child]:basis-full max-sm:[&>span>button]:flex-1 max-sm:[&>span:first-child>button]:basis-full">
          {children}
        </div>
      )}
    </header>
  );
}
