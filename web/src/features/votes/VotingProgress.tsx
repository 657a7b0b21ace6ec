import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

/** "4 of 6 have finished voting", shorter on a phone. Nothing where nobody is asked. */
export function VotingProgress({ done, of }: { done: number; of: number }): ReactNode {
  if (of === 0) return null;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 font-semibold whitespace-nowrap tabular-nums',
        done === of ? 'text-success-text' : 'text-soft',
      )}
    >
      <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {done} of {of} <span className="max-md:sr-only">have </span>finished
        <span className="max-md:sr-only"> voting</span>
      </span>
    </span>
  );
}
