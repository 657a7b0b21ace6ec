import { type TopicTotal, totalText } from '@wentwell/contract/votes';
import { Minus, Plus } from 'lucide-react';
import { memo, type ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { toast } from '#web/ui/feedback/toast';

import './topic-votes.css';

/** Up to this many votes are dots; more are a number. */
const maxDots = 5;

/** `−  ●●○  +`: the user's votes on one topic. V and Shift+V press its buttons (`vote-keys.ts`). */
export const TopicBallot = memo(function TopicBallot(props: {
  name: string;
  count: number;
  max: number;
  /** Why no more votes can be given; null if one can. */
  whyNoMore: string | null;
  onSet: (count: number) => void;
}): ReactNode {
  const { count, max, whyNoMore, name, onSet } = props;
  return (
    <div
      role="group"
      aria-label={`Your votes: ${count} of ${max}`}
      data-given={count > 0 || undefined}
      className="topic-ballot"
    >
      <BallotButton
        vote="less"
        name={`Take a vote back: ${name}`}
        whyNot={count === 0 ? 'You gave it no vote.' : null}
        onPress={() => onSet(count - 1)}
      >
        <Minus aria-hidden="true" />
      </BallotButton>
      <VoteDots count={count} max={max} />
      <BallotButton
        vote="more"
        name={`Vote: ${name}`}
        whyNot={whyNoMore}
        onPress={() => onSet(count + 1)}
      >
        <Plus aria-hidden="true" />
      </BallotButton>
    </div>
  );
});

/** Merged topics may have more votes than `max`. */
function VoteDots({ count, max }: { count: number; max: number }): ReactNode {
  const dots = Math.max(count, max);
  if (dots > maxDots) {
    return (
      <span
        aria-hidden="true"
        className={classNames(
          'min-w-10 text-center text-base font-bold tabular-nums',
          count > 0 ? 'text-ink' : 'text-soft',
        )}
      >
        {count}
      </span>
    );
  }
  return (
    <span aria-hidden="true" className="inline-flex min-w-10 justify-center gap-1.25">
      {Array.from({ length: dots }, (_, at) => (
        <span
          key={at}
          className={classNames(
            'size-2.5 rounded-full border-[1.5px] transition-colors',
            at < count
              ? 'border-primary bg-primary forced-color-adjust-none forced-colors:border-[Highlight] forced-colors:bg-[Highlight]'
              : 'border-soft',
          )}
        />
      ))}
    </span>
  );
}

/** Uses the native tooltip. A press without effect gives the reason, for touch screens (docs/design.md D-27). */
function BallotButton(props: {
  vote: 'more' | 'less';
  name: string;
  whyNot: string | null;
  onPress: () => void;
  children: ReactNode;
}): ReactNode {
  const { vote, name, whyNot, onPress, children } = props;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-vote={vote}
      aria-label={name}
      title={whyNot ?? (vote === 'more' ? 'Vote' : 'Take a vote back')}
      aria-disabled={whyNot !== null || undefined}
      onClick={() => {
        if (whyNot === null) onPress();
        else toast.info({ title: whyNot, id: 'vote-limit', duration: 2500 });
      }}
      className="ballot-button ring-focus inline-flex h-full w-11 shrink-0 items-center justify-center rounded-full text-ink"
    >
      {children}
    </button>
  );
}

/** A topic's votes, with a bar relative to the highest total. Renders nothing without votes. */
export function TopicVotesTotal({ total, most }: { total: TopicTotal; most: number }): ReactNode {
  if (total.votes === 0) return null;
  return (
    <p className="topic-total ml-auto flex shrink-0 items-center gap-2 font-semibold whitespace-nowrap text-soft tabular-nums">
      <span
        aria-hidden="true"
        className="topic-total-bar h-1 w-10 overflow-clip rounded-[2px] bg-(--paper-back)"
      >
        <span
          className="block h-full rounded-[2px] bg-primary"
          style={{ inlineSize: `${(100 * total.votes) / Math.max(most, total.votes)}%` }}
        />
      </span>
      {totalText(total)}
    </p>
  );
}
