import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

import { useShownBoard } from '#web/live/use-board';

/** Says below results that some answers are not shown. */
export function ShownFrom(): ReactNode {
  const { answers_min: fewest } = useShownBoard().check_in;
  return <p className="text-xs text-soft">Shown in batches of {fewest} to keep it anonymous.</p>;
}

/** Says below an anonymous question what others see of the answer. */
export function OnlyTotals(): ReactNode {
  const { answers_min: fewest } = useShownBoard().check_in;
  return (
    <p className="flex items-center gap-2 text-xs text-soft">
      <Lock className="size-4 shrink-0" />
      Nobody sees who said what. Shown once there are {fewest} answers.
    </p>
  );
}
