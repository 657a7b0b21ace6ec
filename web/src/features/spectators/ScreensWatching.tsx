import { Monitor } from 'lucide-react';
import type { ReactNode } from 'react';

import { useBoard } from '#web/live/use-board';

/** How many screens show this board by its link, so that an unexpected one is noticed. */
export function ScreensWatching(): ReactNode {
  const count = useBoard(({ screens }) => screens);
  if (count === 0) return null;
  return (
    <p className="flex items-center gap-1.5 border-t border-line px-4 py-2 text-xs text-soft">
      <Monitor className="size-4" />
      {count === 1 ? '1 screen watching' : `${count} screens watching`}
    </p>
  );
}
