import type { Discussion } from '@wentwell/contract/discussion/discussion';
import type { UserId } from '@wentwell/contract/ids';
import { ArrowRight, BellRing, Eye, Play, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#web/ui/buttons/Button.tsx';
import { useRootMark } from '#web/ui/root-mark';

const noticeClass =
  'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2 text-ink';

/** Shown if this user views another topic than the others. */
export function AwayNotice(props: {
  name: string;
  /** Name of the others' topic; null without one. */
  current: string | null;
  onFollow: () => void;
  /** Makes this topic current for everybody; undefined for viewers who do not lead. */
  onDiscuss: (() => void) | undefined;
}): ReactNode {
  const { name, current, onFollow, onDiscuss } = props;
  return (
    <div className={`${noticeClass} border-info-line bg-info-soft`}>
      <Eye className="size-4 shrink-0 text-info-text" />
      <p className="min-w-0 grow basis-48">
        <span className="line-clamp-2 wrap-anywhere">
          You are looking at “{name}”.
          {current !== null && ` The team is discussing “${current}”.`}
        </span>
      </p>
      <span className="flex flex-wrap justify-end gap-2">
        {onDiscuss && (
          <Button size="sm" icon={<Play />} onClick={onDiscuss}>
            Discuss it now
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={onFollow}>
          Follow the discussion
        </Button>
      </span>
    </div>
  );
}

/** The topic's time is up: members vote on more time, leads decide. */
export function TimeUpNotice(props: {
  discussion: Pick<Discussion, 'more_time' | 'go_on'>;
  me: UserId;
  onSay: (more: boolean) => void;
  /** Adds minutes; null for viewers who do not lead. */
  onAdd: ((minutes: number) => void) | null;
}): ReactNode {
  const { discussion, me, onSay, onAdd } = props;
  const { more_time, go_on } = discussion;
  useRootMark('time-up');
  return (
    <div
      className={`time-up ${noticeClass} border-danger-line bg-danger-soft`}
      role="group"
      aria-label="The time is up"
    >
      <BellRing className="size-4 shrink-0 text-danger-text" />
      <p className="min-w-0 grow basis-48 font-semibold">The time for this topic is up.</p>
      <span className="topic-notice-choices flex justify-end gap-2">
        <Thumb
          label="More time"
          icon={<ThumbsUp />}
          count={more_time.length}
          isMine={more_time.includes(me)}
          onPress={() => onSay(true)}
        />
        <Thumb
          label="Move on"
          icon={<ArrowRight />}
          count={go_on.length}
          isMine={go_on.includes(me)}
          onPress={() => onSay(false)}
        />
        {onAdd && (
          <>
            <Button size="sm" onClick={() => onAdd(1)}>
              +1 min
            </Button>
            <Button size="sm" onClick={() => onAdd(3)}>
              +3 min
            </Button>
          </>
        )}
      </span>
    </div>
  );
}

function Thumb(props: {
  label: string;
  icon: ReactNode;
  count: number;
  isMine: boolean;
  onPress: () => void;
}): ReactNode {
  const { label, icon, count, isMine, onPress } = props;
  return (
    <Button
      size="sm"
      variant={isMine ? 'primary' : 'secondary'}
      aria-pressed={isMine}
      icon={icon}
      onClick={onPress}
    >
      {label}
      <span className="tabular-nums">
        {' '}
        {count}
        <span className="sr-only">{count === 1 ? ' person' : ' people'}</span>
      </span>
    </Button>
  );
}
