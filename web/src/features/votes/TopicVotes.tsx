import type { Board } from '@wentwell/contract/board/snapshot';
import { titleOfTopic, type Topic } from '@wentwell/contract/discussion/topics';
import { type TopicTotal, totalText } from '@wentwell/contract/discussion/votes';
import type { MeetingId } from '@wentwell/contract/ids';
import { Minus, Plus } from 'lucide-react';
import { memo, type ReactNode } from 'react';

import { statusNow } from '#web/api/server-time';
import { useBoard, useUndoHistory } from '#web/live/use-board';
import { classNames } from '#web/ui/class-names';
import { toast } from '#web/ui/feedback/toast';
import { preview } from '#web/ui/preview';

import { whyNoMore } from './topic-vote.ts';
import { voteCommands } from './vote-commands.ts';

import './topic-votes.css';

interface TopicVotesProps {
  meetingId: MeetingId;
  topic: Topic;
  /** The highest total. */
  most: number;
}

/**
 * A topic's ballot during voting, and its total afterwards. Reads the board itself, so that a vote re-renders one card only.
 */
export const TopicVotes = memo(function TopicVotes(props: TopicVotesProps): ReactNode {
  const { id } = props.topic;
  const votes = useBoard(({ board }) => board !== null && isVoting(board));
  const total = useBoard(({ board }) => board?.votes.totals?.[id]);
  if (votes) return <TopicBallot {...props} />;
  return total ? <TopicVotesTotal total={total} most={props.most} /> : null;
});

function isVoting({ meeting }: Board): boolean {
  return meeting.phase === 'voting' && statusNow(meeting) === 'live';
}

/** Up to this many votes are dots; more are a number. */
const maxDots = 5;

/** `−  ●●○  +`: the user's votes on one topic. V and Shift+V press its buttons (`use-meeting-keys.ts`). */
function TopicBallot({ meetingId, topic }: Omit<TopicVotesProps, 'most'>): ReactNode {
  const { id: topicId } = topic;
  const history = useUndoHistory();
  const count = useBoard(({ board }) => board?.votes.mine[topicId] ?? 0);
  const max = useBoard(({ board }) => board?.meeting.settings.votes_per_topic ?? 0);
  const whyNot = useBoard(({ board }) => board && whyNoMore(board, topicId));
  const name = preview(titleOfTopic(topic), 40);
  const set = (wanted: number): void =>
    void history.run(voteCommands({ meetingId }).vote({ topicId, count: wanted }));
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
        whyNot={count === 0 ? 'You have not voted for it.' : null}
        onPress={() => set(count - 1)}
      >
        <Minus />
      </BallotButton>
      <VoteDots count={count} max={max} />
      <BallotButton
        vote="more"
        name={`Vote: ${name}`}
        whyNot={whyNot}
        onPress={() => set(count + 1)}
      >
        <Plus />
      </BallotButton>
    </div>
  );
}

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
function TopicVotesTotal({ total, most }: { total: TopicTotal; most: number }): ReactNode {
  if (total.votes === 0) return null;
  return (
    <p className="topic-total ml-auto flex shrink-0 items-center gap-2 font-semibold whitespace-nowrap text-soft tabular-nums">
      <span
        aria-hidden="true"
        className="bar h-1 w-10 overflow-clip rounded-[2px] bg-(--paper-back)"
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
