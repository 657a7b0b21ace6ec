import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';

import { votesLeftText } from './topic-vote.ts';

const mostDots = 10;

/** "3 of 5 votes left", said again whenever it changes; a dot is filled for each that is given. */
export function VotesLeft({ left, perPerson }: { left: number; perPerson: number }): ReactNode {
  const dots = perPerson <= mostDots ? Array.from({ length: perPerson }, (_, dot) => dot) : [];
  return (
    <span
      role="status"
      className={classNames(
        'votes-left inline-flex shrink-0 items-center gap-2 font-medium tabular-nums',
        left === 0 ? 'text-success-text' : 'text-ink',
      )}
    >
      <span aria-hidden="true" className="flex gap-1.25">
        {dots.map((dot) => (
          <span
            key={dot}
            data-given={dot < perPerson - left || undefined}
            className="vote-given size-2.5 rounded-full border-2 border-muted data-given:border-focus data-given:bg-focus"
          />
        ))}
      </span>
      {votesLeftText(left, perPerson)}
    </span>
  );
}
