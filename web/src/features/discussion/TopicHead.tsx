import { totalText } from '@wentwell/contract/discussion/votes';
import { ArrowLeft, ArrowRight, ChevronDown, Hourglass } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';

import { serverNow } from '#web/api/server-time';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { clockText } from '#web/ui/formats';

import type { DiscussedTopic } from './discussion-queue.ts';
import { countedOut } from './vote-motion.ts';

export function TopicFacts(props: {
  topic: DiscussedTopic;
  /** Seconds spent on it before. */
  earlier: number;
  /** When it became current; null if it is not. */
  since: string | null;
  /** Progress, such as "2 of 10". In a narrow window it opens the queue. */
  place: string;
  isQueueShown: boolean;
  onQueue: () => void;
}): ReactNode {
  const { topic, earlier, since, place, isQueueShown, onQueue } = props;
  const { look } = topic;
  return (
    <div className="flex items-center gap-3 text-soft">
      <span
        data-tone={look.tone}
        className="flex min-w-0 items-center gap-2 font-semibold text-(--tone-text)"
      >
        <look.Icon className="size-4 shrink-0" />
        <span className="wrap-anywhere">{look.title}</span>
      </span>
      {(since !== null || earlier > 0) && (
        <span className="topic-spent ml-auto inline-flex items-center gap-1 text-xs whitespace-nowrap tabular-nums">
          <Hourglass className="size-3.5" />
          <span className="sr-only">Time spent: </span>
          <span translate="no">
            <Spent earlier={earlier} since={since} />
          </span>
        </span>
      )}
      <button
        type="button"
        title="Topics"
        aria-expanded={isQueueShown}
        className="topic-place ring-focus hit-area ml-auto flex items-center gap-1 rounded-sm whitespace-nowrap tabular-nums"
        onClick={onQueue}
      >
        <span className="sr-only">Topics: </span>
        {place}
        <ChevronDown className="size-4" />
      </button>
    </div>
  );
}

const mostDots = 12;

export function TopicTotal({ topic: { look, votes } }: { topic: DiscussedTopic }): ReactNode {
  if (!votes) return null;
  const dots = votes.votes <= mostDots ? Array.from({ length: votes.votes }, (_, dot) => dot) : [];
  return (
    <p className="topic-total-line flex flex-wrap items-center gap-1.5 text-soft">
      {dots.map((dot) => (
        <span
          key={dot}
          aria-hidden="true"
          data-tone={look.tone}
          className="size-3.5 shrink-0 animate-rise rounded-full bg-(--tone-solid) forced-color-adjust-none"
          style={countedOut(dot)}
        />
      ))}
      <span className={dots.length > 0 ? 'ml-2' : undefined}>{totalText(votes)}</span>
    </p>
  );
}

/** Its own component, so that seconds render nothing else. */
function Spent(props: { earlier: number; since: string | null }): ReactNode {
  return clockText(props.earlier + useElapsed(props.since));
}

/** The lead's buttons: next topic, previous topic, park. */
export function LeadButtons(props: {
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
}): ReactNode {
  const { hasPrevious, hasNext, onPrevious, onNext } = props;
  return (
    <div className="topic-lead">
      {hasPrevious && (
        <IconButton label="Previous topic" icon={<ArrowLeft />} onClick={onPrevious} />
      )}
      {hasNext && (
        <Button
          size="sm"
          variant="primary"
          // A double click would also skip the newly opened topic.
          onClick={({ detail }) => detail < 2 && onNext()}
        >
          <ArrowRight className="order-last" />
          Next topic
        </Button>
      )}
    </div>
  );
}

/** Re-renders each second while `since` is set. Whole seconds, never negative. */
function useElapsed(since: string | null): number {
  return useSyncExternalStore(since === null ? never : eachSecond, () =>
    since === null
      ? 0
      : Math.max(0, Math.floor((serverNow().getTime() - Date.parse(since)) / 1000)),
  );
}

function never(): () => void {
  return () => undefined;
}

function eachSecond(onChange: () => void): () => void {
  const interval = setInterval(onChange, 1000);
  return () => clearInterval(interval);
}
