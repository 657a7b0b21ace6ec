import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

/** "4 of 6 done". Nothing where nobody is asked. */
export function ReadyCount({ done, of }: { done: number; of: number }): ReactNode {
  if (of === 0) return null;
  const areAll = done === of;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 font-semibold whitespace-nowrap tabular-nums',
        areAll ? 'text-success-text' : 'text-soft',
      )}
    >
      <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
      {done} of {of} done
    </span>
  );
}
