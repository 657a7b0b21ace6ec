import { totalText } from '@wentwell/contract/votes';
import { ArrowLeft, ArrowRight, Hourglass, Timer } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';

import { serverNow } from '#web/api/server-time';
import { Button } from '#web/ui/buttons/Button.tsx';
import { IconButton } from '#web/ui/buttons/IconButton.tsx';
import { clockText } from '#web/ui/formats';
import { ColumnChip } from '#web/ui/identity/ColumnChip.tsx';

import type { DiscussedTopic } from './discussed-topic.ts';

/** The first timer of a topic, in minutes. The timer in the meeting's bar takes any other time. */
const usualMinutes = 5;

/** Which column the topic is of, its votes, and how long it has been talked about. */
export function TopicFacts(props: {
  topic: DiscussedTopic;
  /** Seconds that were spent on it before. */
  earlier: number;
  /** Since when it is the current one; null where it is not. */
  since: string | null;
  /** Absent where no timer is to be started. */
  onStartTimer?: ((minutes: number) => void) | undefined;
}): ReactNode {
  const { topic, earlier, since, onStartTimer } = props;
  const { look, votes } = topic;
  return (
    <div className="topic-facts">
      <span className="inline-flex min-w-0 items-center gap-2 font-semibold text-ink">
        <ColumnChip look={look} size="sm" />
        <span className="truncate">{look.title}</span>
      </span>
      {votes && <span className="whitespace-nowrap">{totalText(votes)}</span>}
      {(since !== null || earlier > 0) && (
        <span className="inline-flex items-center gap-1 whitespace-nowrap tabular-nums">
          <Hourglass aria-hidden="true" className="size-3.5" />
          <span className="sr-only">Time spent: </span>
          <span translate="no">
            <Spent earlier={earlier} since={since} />
          </span>
        </span>
      )}
      {onStartTimer && (
        <button
          type="button"
          className="topic-timer ring-focus hit-area"
          onClick={() => onStartTimer(usualMinutes)}
        >
          <Timer aria-hidden="true" className="size-3.5" />
          Start {usualMinutes} min
        </button>
      )}
    </div>
  );
}

/** A component of its own: the seconds render nothing else. */
function Spent(props: { earlier: number; since: string | null }): ReactNode {
  return clockText(props.earlier + useElapsed(props.since));
}

/** The owner's way through the topics. */
export function LeadButtons(props: {
  /** A topic is being discussed. */
  isOnTopic: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
}): ReactNode {
  const { isOnTopic, hasPrevious, hasNext, onPrevious, onNext } = props;
  return (
    <div className="topic-lead">
      {hasPrevious && (
        <IconButton label="Previous topic" icon={<ArrowLeft />} onClick={onPrevious} />
      )}
      {(hasNext || isOnTopic) && (
        <Button
          size="sm"
          variant="primary"
          // The second click of a double click would skip the topic that the first one has opened.
          onClick={({ detail }) => detail < 2 && onNext()}
        >
          <ArrowRight aria-hidden="true" className="order-last" />
          {hasNext ? 'Next topic' : 'Done with the topics'}
        </Button>
      )}
    </div>
  );
}

/** Renders the component anew each second while there is a `since`. Whole seconds, never negative. */
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
