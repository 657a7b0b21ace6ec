import type { Phase } from '@wentwell/contract/phases';
import { CircleCheck, CloudUpload, PenOff, Unplug, Users, Wifi } from 'lucide-react';
import type { ReactNode } from 'react';

import { addingNotNow } from '#web/features/notes/note-rights';
import { PhaseBadge } from '#web/features/phases/PhaseBadge.tsx';
import type { ConnectionStatus } from '#web/live/live-connection';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

/** How this page stands with the meeting, at a glance. */
export function StatusPanel(props: {
  connection: ConnectionStatus;
  isClosed: boolean;
  /** How many of one's own changes the server does not answer for now. */
  waiting: number;
  /** Why they wait, where the server says so. */
  delayReason: string | null;
  /** Null where the meeting is not live: then it is in no phase and nobody is in it. */
  phase: Phase | null;
  online: number;
  notesDisabled: boolean;
}): ReactNode {
  const { connection, isClosed, waiting, delayReason, phase, online, notesDisabled } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-xs font-semibold text-soft">
      <span role="status" className="inline-flex items-center gap-1.5">
        <ConnectionMark connection={connection} isClosed={isClosed} />
      </span>
      <span role="status" className={waiting > 0 ? 'inline-flex items-center gap-1.5' : undefined}>
        {waiting > 0 && (
          <>
            <CloudUpload aria-hidden="true" className="size-4 shrink-0 text-warning-solid" />
            {waiting === 1 ? '1 change' : `${waiting} changes`} waiting to be sent
            {delayReason !== null && `. ${delayReason}`}
          </>
        )}
      </span>
      {phase && <PhaseBadge phase={phase} />}
      {phase && (
        <span className="inline-flex items-center gap-1.5">
          <Users aria-hidden="true" className="size-4 text-muted" />
          {online} online
        </span>
      )}
      {notesDisabled && (
        <Tooltip text={addingNotNow}>
          <span className="inline-flex items-center gap-1.5 text-muted">
            <PenOff aria-hidden="true" className="size-4" />
            Notes disabled
          </span>
        </Tooltip>
      )}
    </div>
  );
}

function ConnectionMark(props: { connection: ConnectionStatus; isClosed: boolean }): ReactNode {
  if (props.isClosed) {
    return (
      <>
        <CircleCheck aria-hidden="true" className="size-4 text-gray-solid" />
        Meeting Closed
      </>
    );
  }
  switch (props.connection) {
    case 'open':
      return (
        <>
          <Wifi aria-hidden="true" className="size-4 text-success-solid" />
          Connected
        </>
      );
    case 'connecting':
      return (
        <>
          <Spinner />
          Connecting…
        </>
      );
    case 'closed':
      return (
        <>
          <Unplug aria-hidden="true" className="size-4 text-warning-solid" />
          Disconnected
        </>
      );
  }
}
