import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { phaseFacts, purposeOf } from '@wentwell/contract/phases';
import { CircleAlert, Clock, TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';

import { addingNotNow } from '#web/features/notes/note-rights.tsx';
import type { ConnectionState } from '#web/live/live-connection';
import { connectionTexts } from '#web/live/reconnect-rules';
import { useBoard, useBoardClient } from '#web/live/use-board';
import { Button } from '#web/ui/buttons/Button.tsx';
import { classNames } from '#web/ui/class-names';
import { SmallPart } from '#web/ui/feedback/ErrorBoundary.tsx';
import { toast } from '#web/ui/feedback/toast';
import { useRootMark } from '#web/ui/root-mark';

/**
 * The line between bar and board. Its height never changes, so that nothing on the board moves. In order of precedence:
 * connection lost, why notes are disabled, the phase's purpose.
 */
export function StatusLine(props: {
  children: ReactNode;
  /** On a phone a lost connection is shown alone. */
  isLost: boolean;
  /** On a phone the line covers the board's foot, so toasts move up. */
  isUrgent: boolean;
  /** Rendered at its end. */
  end: ReactNode;
  /** The topic buttons, which load later, come after it. */
  leadsTopics: boolean;
}): ReactNode {
  const { children, isLost: lost, isUrgent, end, leadsTopics } = props;
  const waiting = useBoard((view) => view.waiting);
  const delayReason = useBoard((view) => view.delayReason);
  useRootMark(lost ? 'lost' : null);
  useRootMark(isUrgent ? 'urgent' : null);
  return (
    <div
      className="status-line"
      data-lost={lost || undefined}
      data-topics={leadsTopics || undefined}
    >
      <SmallPart>
        {children}
        <span
          role="status"
          className={classNames(
            'shrink-0 font-semibold',
            waiting > 0 ? 'ml-auto inline-flex max-w-40 items-center gap-1.5 lg:max-w-72' : '-ml-3',
            lost && 'max-sm:sr-only',
          )}
        >
          {waiting > 0 && (
            <>
              <Clock className="size-4 shrink-0 text-warning-solid" />
              <span>
                {waitingText(waiting)}
                <span className="max-sm:sr-only"> to be sent</span>
                {delayReason !== null && `. ${delayReason}`}
              </span>
            </>
          )}
        </span>
        {end && (
          <div className="status-end">
            <SmallPart>{end}</SmallPart>
          </div>
        )}
      </SmallPart>
    </div>
  );
}

const waitingText = (count: number): string =>
  `${count === 1 ? '1 change' : `${count} changes`} waiting`;

export function isLost({ problem, status }: ConnectionState): boolean {
  return problem !== null && status !== 'open';
}

/** Says what helps. Text typed meanwhile is kept. */
export function LostConnection(): ReactNode {
  const { reconnect } = useBoardClient();
  const connection = useBoard((view) => view.connection);
  const waiting = useBoard((view) => view.waiting);
  const problem = connection.problem ?? '';
  const needsLogin = /authentication/i.test(problem);
  useEffect(() => {
    if (needsLogin) toast.dismissSuccesses();
  }, [needsLogin, problem]);
  if (needsLogin) {
    return (
      <Line
        role="alert"
        icon={<CircleAlert className="text-danger-text" />}
        title={problem}
        action={
          <Button size="sm" onClick={() => location.reload()}>
            Refresh the page
          </Button>
        }
      >
        You may be logged out, or have lost access to this meeting.
      </Line>
    );
  }
  const isOffline = !navigator.onLine;
  const kept =
    problem === connectionTexts.unknownAddress
      ? `Ask the operator to set PUBLIC_URL to ${location.origin}.`
      : !isOffline && (connection.willReconnect || connection.status === 'connecting')
        ? 'Reconnecting. Your notes are kept.'
        : "Your notes are kept and sent when you're back.";
  return (
    <Line
      icon={
        isOffline ? (
          <WifiOff className="text-warning-text" />
        ) : (
          <TriangleAlert className="text-warning-text" />
        )
      }
      title={
        <>
          {isOffline ? 'Offline' : problem}
          {waiting > 0 && (
            <span aria-hidden="true" className="sm:hidden">
              {' '}
              · {waitingText(waiting)}
            </span>
          )}
        </>
      }
      isBrief
      action={
        <Button
          size="sm"
          variant="ghost"
          busy={connection.status === 'connecting'}
          onClick={reconnect}
        >
          Try again
        </Button>
      }
    >
      {isOffline && <span className="sr-only">{problem}. </span>}
      {kept}
    </Line>
  );
}

export function PhasePurpose(props: {
  meeting: Meeting;
  leads: boolean;
  isTimeUp: boolean;
}): ReactNode {
  const { meeting, leads, isTimeUp } = props;
  const { phase, settings } = meeting;
  const isTimed = useBoard(({ board }) => Boolean(board?.timer));
  // It tells what the last phase did not allow.
  useEffect(() => () => toast.dismiss('notes-not-now'), [phase]);
  const isDisabled = !phaseFacts[phase].adds && phase !== 'joining';
  return (
    // A new key replaces the sentence, so that nothing moves, and a phone shows it again, also where it hides other sentences.
    <div
      key={isTimeUp ? 'time is up' : phase}
      data-phase={phase}
      className="phase-purpose"
      style={isTimeUp ? { opacity: 1 } : undefined}
    >
      <p className={isTimeUp ? 'font-semibold text-ink' : undefined}>
        {isTimeUp
          ? 'Time is up. Press Next, or the timer for more.'
          : purposeOf(phase, settings, leads ? (isTimed ? 'timedLead' : 'lead') : 'purpose')}
      </p>
      {isDisabled && (
        // On a phone the column's bottom says it, in place of the composer.
        <p role="status" className="shrink-0 text-xs text-muted max-sm:sr-only">
          <span title={addingNotNow}>Notes disabled</span>
          <span className="sr-only">. {addingNotNow}</span>
        </p>
      )}
    </div>
  );
}

export function Line(props: {
  role?: 'status' | 'alert';
  icon: ReactNode;
  title: ReactNode;
  /** On a phone only the title, on one line. */
  isBrief?: boolean;
  children: ReactNode;
  action?: ReactNode;
}): ReactNode {
  const { role = 'status', icon, title, isBrief = false, children, action } = props;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <div role={role} className="flex min-w-0 items-center gap-2">
        <span aria-hidden="true" className="flex shrink-0 [&_svg]:size-4">
          {icon}
        </span>
        <div className="flex min-w-0 gap-x-2 max-xl:grid">
          <p className="font-semibold text-ink xl:shrink-0">{title}</p>
          <p className={classNames(isBrief && 'max-sm:sr-only')}>{children}</p>
        </div>
      </div>
      {action}
    </div>
  );
}
