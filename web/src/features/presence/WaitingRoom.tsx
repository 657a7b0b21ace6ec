import type { PresenceEntry } from '@wentwell/contract/live';
import type { ReactNode } from 'react';

import { Avatar } from '#web/ui/identity/Avatar.tsx';

/** Shown instead of the board in the waiting phase. */
export function WaitingRoom(props: {
  presence: readonly PresenceEntry[];
  /** The action of the user who may start. */
  children?: ReactNode;
}): ReactNode {
  const here = props.presence.filter((entry) => entry.isOnline);
  return (
    <section
      aria-labelledby="waiting-title"
      className="m-auto flex min-w-0 max-w-full flex-col items-center gap-6 px-6 py-8 text-center wrap-anywhere"
    >
      <ul
        aria-label="People present"
        className="flex max-w-2xl flex-wrap justify-center gap-x-5 gap-y-4"
      >
        {here.map((entry) => (
          <li key={entry.userId} className="grid w-20 animate-rise justify-items-center gap-1.5">
            <Avatar person={{ id: entry.userId, name: entry.userName }} size="lg" decorative />
            <span className="max-w-full truncate text-xs text-soft" title={entry.userName}>
              {entry.userName}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-1">
        <h2 id="waiting-title" className="text-lg font-bold">
          Waiting for people to join...
        </h2>
        <p className="text-soft" role="status">
          {here.length === 1 ? '1 person present' : `${here.length} people present`}
        </p>
      </div>
      {props.children}
    </section>
  );
}
