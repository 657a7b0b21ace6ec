import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';

/**
 * Says that the user gives no more votes, and takes it back. Their votes can still be changed. It stands out once nothing
 * is left to give.
 */
export function FinishVoting(props: {
  isFinished: boolean;
  hasVotesLeft: boolean;
  count: { done: number; of: number };
  onToggle: () => void;
}): ReactNode {
  const { isFinished, hasVotesLeft, count, onToggle } = props;
  return (
    <Button
      size="sm"
      variant={isFinished || hasVotesLeft ? 'secondary' : 'primary'}
      aria-pressed={isFinished}
      onClick={onToggle}
    >
      {/* Its place is kept, so that the button stays as wide. */}
      <Check aria-hidden="true" className={isFinished ? 'text-success-text' : 'opacity-40'} />
      No more votes
      <span aria-hidden="true" className="text-xs font-semibold tabular-nums sm:hidden">
        {count.done}/{count.of}
      </span>
    </Button>
  );
}
