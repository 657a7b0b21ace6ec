import { PenOff, Unplug, Wifi } from 'lucide-react';
import type { ReactNode } from 'react';

import { addingNotNow } from '#web/features/notes/note-rights';
import type { ConnectionStatus } from '#web/live/connection-state';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';

/** How this page stands with the meeting: in words where there is room, else as icons with the words as their names. */
export function StatusPanel(props: {
  connection: ConnectionStatus;
  notesDisabled: boolean;
}): ReactNode {
  const { connection, notesDisabled } = props;
  return (
    <div className="flex shrink-0 items-center gap-3 text-xs font-semibold text-soft [&_svg]:size-4 [&_svg]:shrink-0">
      {/* Its place is kept while it does not show, so that nothing beside it moves. */}
      <span className={notesDisabled ? 'flex' : 'invisible flex'}>
        <Tooltip text={addingNotNow}>
          <span className="inline-flex items-center gap-1.5 text-muted">
            <PenOff aria-hidden="true" className="max-md:hidden" />
            <Words>Notes disabled</Words>
          </span>
        </Tooltip>
      </span>
      <span
        role="status"
        className="inline-flex items-center justify-end gap-1.5 min-[90rem]:min-w-26"
      >
        <ConnectionMark connection={connection} />
      </span>
    </div>
  );
}

function ConnectionMark({ connection }: { connection: ConnectionStatus }): ReactNode {
  switch (connection) {
    case 'open':
      return (
        <>
          {/* On a phone only what is wrong takes room. */}
          <Wifi aria-hidden="true" className="text-success-solid max-md:hidden" />
          <Words>Connected</Words>
        </>
      );
    case 'connecting':
      return (
        <>
          <Spinner />
          <Words>Connecting…</Words>
        </>
      );
    case 'closed':
      return (
        <>
          <Unplug aria-hidden="true" className="text-warning-solid" />
          <Words>Disconnected</Words>
        </>
      );
  }
}

function Words({ children }: { children: string }): ReactNode {
  return <span className="max-[90rem]:sr-only">{children}</span>;
}
