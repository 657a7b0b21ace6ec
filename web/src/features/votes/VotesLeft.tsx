import { Vote } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { votesLeftText } from './topic-vote.ts';

/** "3 of 5 votes left", said again whenever it changes. */
export function VotesLeft({ left, perPerson }: { left: number; perPerson: number }): ReactNode {
  return (
    <span
      role="status"
      className={classNames(
        'votes-left inline-flex items-center gap-1.5 text-xs leading-tight font-semibold tabular-nums max-[105rem]:max-w-17 shrink-0',
        left === 0 ? 'text-success-text' : 'text-ink',
      )}
    >
      <Vote aria-hidden="true" className="size-4 shrink-0 max-[105rem]:hidden" />
      {votesLeftText(left, perPerson)}
    </span>
  );
}
