import type { ReactNode } from 'react';

import { SendFloating } from '#web/features/floating/SendFloating.tsx';
import { ScreensWatching } from '#web/features/spectators/ScreensWatching.tsx';
import type { BoardClient } from '#web/live/board-client';

/** Below the panel's tabs: screens that watch, and floating reactions. */
export function PanelFooter({ client }: { client: BoardClient }): ReactNode {
  return (
    <>
      <ScreensWatching client={client} />
      <div className="flex shrink-0 justify-end border-t border-line p-3">
        <SendFloating client={client} />
      </div>
    </>
  );
}
