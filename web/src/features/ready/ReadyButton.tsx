import { Check, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
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

/** Says that the user is done with the phase, and takes it back. */
export function ReadyButton(props: {
  isReady: boolean;
  count: { done: number; of: number };
  onToggle: () => void;
}): ReactNode {
  const { isReady, count, onToggle } = props;
  return (
    <>
      <span className="flex text-xs max-sm:hidden">
        <ReadyCount {...count} />
      </span>
      <Button
        size="sm"
        variant={isReady ? 'secondary' : 'primary'}
        aria-pressed={isReady}
        onClick={onToggle}
      >
        {/* Its place is kept, so that the button stays as wide. */}
        <Check aria-hidden="true" className={isReady ? 'text-success-text' : 'opacity-40'} />
        I'm done
        <span className="text-xs font-semibold tabular-nums sm:hidden">
          <span aria-hidden="true">
            {count.done}/{count.of}
          </span>
          <span className="sr-only">
            {count.done} of {count.of} done
          </span>
        </span>
      </Button>
    </>
  );
}
