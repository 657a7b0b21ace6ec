import type { UserId } from '@wentwell/contract/ids';
import type { ReactNode } from 'react';

import type { BoardClient } from '#web/live/board-client';

import { useAnnouncement } from './use-board-news.ts';

/** What others did, for who listens. */
export function Announcer({ client, me }: { client: BoardClient; me: UserId }): ReactNode {
  const text = useAnnouncement(client, me);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
