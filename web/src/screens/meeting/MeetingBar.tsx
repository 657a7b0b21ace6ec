import { type Meeting } from '@wentwell/contract/meetings';
import { phaseFacts, phases } from '@wentwell/contract/phases';
import { ArrowLeft, Lock } from 'lucide-react';
import type { ReactNode } from 'react';

import { statusNow } from '#web/api/server-time';
import { MeetingStatusBadge } from '#web/features/meetings/MeetingStatusBadge.tsx';
import { PhaseSlide, PhaseSweep } from '#web/features/phases/PhaseSlide.tsx';
import { useLayoutActions } from '#web/screens/layouts/layout-actions';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { navigate } from '#web/ui/router/history';

/** The way back, what this is, and how it stands. Its height is the same in every state of the meeting. */
export function MeetingBar({
  meeting,
  children,
}: {
  meeting: Meeting | null;
  children?: ReactNode;
}): ReactNode {
  const { menu } = useLayoutActions();
  const status = meeting && statusNow(meeting);
  return (
    <header className="meeting-bar">
      <IconButton
        label="Back to meetings"
        icon={<ArrowLeft />}
        onClick={() => void navigate({ to: '/meetings' })}
      />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
          {/* A phone and half a desk have room for the phase alone. Cut to what is left, the heading would move it at each change. */}
          <h1 className="shrink-0 font-medium max-md:sr-only">Meeting Notes</h1>
          {meeting && status === 'live' && (
            <span className="font-semibold text-ink sm:shrink-0 lg:hidden">
              <PhaseSlide phase={meeting.phase}>
                {phases.indexOf(meeting.phase) + 1}/{phases.length}{' '}
                {phaseFacts[meeting.phase].label}
              </PhaseSlide>
            </span>
          )}
        </div>
        {meeting && (
          <p
            className="truncate text-base font-bold text-ink lg:text-lg lg:leading-6"
            title={meeting.name}
          >
            {meeting.name}
          </p>
        )}
      </div>
      {status === 'closed' && (
        <span role="status" className="flex shrink-0">
          <Badge tone="gray" icon={<Lock aria-hidden="true" />}>
            Meeting Closed
          </Badge>
        </span>
      )}
      {status && status !== 'closed' && status !== 'live' && <MeetingStatusBadge status={status} />}
      {children}
      <div className="-mr-1 hidden tight:block">{menu}</div>
      {meeting && status === 'live' && <PhaseSweep phase={meeting.phase} />}
    </header>
  );
}
