import type { ShownStatus } from '@wentwell/contract/meetings';
import type { ReactNode } from 'react';

import { addingNotNow } from '#web/features/notes/note-rights';
import type { ConnectionState } from '#web/live/live-connection';
import { Button } from '#web/ui/buttons/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

/** The connection is lost: calmly, and with what helps. What is typed meanwhile is kept. */
export function ConnectionAlert(props: {
  connection: ConnectionState;
  onRetry: () => void;
}): ReactNode {
  const { connection, onRetry } = props;
  if (connection.problem === null || connection.status === 'open') return null;
  if (/authentication/i.test(connection.problem)) {
    return (
      <Alert
        tone="danger"
        title={connection.problem}
        action={
          <Button size="sm" onClick={() => location.reload()}>
            Refresh the page
          </Button>
        }
      >
        You may have been signed out, or no longer have access to this meeting.
      </Alert>
    );
  }
  return (
    <Alert
      tone="warning"
      title={connection.problem}
      action={
        <Button size="sm" busy={connection.status === 'connecting'} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {connection.willReconnect || connection.status === 'connecting'
        ? 'Reconnecting. Changes arrive a little later meanwhile, and nothing you type is lost.'
        : 'Changes arrive a little later than usual. Nothing you type is lost.'}
    </Alert>
  );
}

export function NotesDisabledAlert(): ReactNode {
  return <Alert tone="info">{addingNotNow}</Alert>;
}

const whyNotLive: Record<Exclude<ShownStatus, 'live'>, string> = {
  planned: 'The meeting has not started yet. Notes can be written once it is live.',
  closed: 'The meeting is finished. Its board can be read, and not changed any more.',
  canceled: 'The meeting was canceled.',
  archived: 'The meeting is archived. Its board can be read, and not changed any more.',
  unknown:
    'The meeting has a status that this page does not know yet. Reload the page for the newest version; until then the board can be read.',
};

export function NotLiveAlert(props: {
  status: Exclude<ShownStatus, 'live'>;
  /** Offered for planned meetings; a reason where this person may not. */
  start: { reason: string | undefined } | null;
  onStart: () => void;
}): ReactNode {
  const { status, start, onStart } = props;
  return (
    <Alert
      tone="info"
      title="Live collaboration is disabled"
      action={
        start && (
          <Button size="sm" variant="primary" disabledReason={start.reason} onClick={onStart}>
            Start Meeting
          </Button>
        )
      }
    >
      {whyNotLive[status]}
    </Alert>
  );
}
