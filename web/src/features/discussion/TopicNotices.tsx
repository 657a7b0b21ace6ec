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
  /** Adds minutes or goes to the next topic; null for viewers who do not lead. */
  lead: { add: (minutes: number) => void; moveOn: () => void } | null;
}): ReactNode {
  const { discussion, me, onSay, lead } = props;
  const { more_time, go_on } = discussion;
  useRootMark('time-up');
  return (
    <div
      className={`time-up ${noticeClass} border-danger-line bg-danger-soft`}
      role="group"
      aria-label="Time is up"
    >
      <BellRing className="size-4 shrink-0 text-danger-text" />
      <p className="min-w-0 grow basis-48 font-semibold">Time is up for this topic.</p>
      <span className="topic-notice-choices flex justify-end gap-2">
        {lead ? (
          <>
            {more_time.length > 0 && (
              <span className="self-center">
                More time
                <Count of={more_time} />
              </span>
            )}
            <Button size="sm" onClick={() => lead.add(1)}>
              +1 min
            </Button>
            <Button size="sm" onClick={() => lead.add(3)}>
              +3 min
            </Button>
            <Button size="sm" icon={<ArrowRight />} onClick={lead.moveOn}>
              Move on
              {go_on.length > 0 && <Count of={go_on} />}
            </Button>
          </>
        ) : (
          <>
            <Thumb
              label="More time"
              icon={<ThumbsUp />}
              by={more_time}
              me={me}
              onPress={() => onSay(true)}
            />
            <Thumb
              label="Move on"
              icon={<ArrowRight />}
              by={go_on}
              me={me}
              onPress={() => onSay(false)}
            />
          </>
        )}
      </span>
    </div>
  );
}

function Thumb(props: {
  label: string;
  icon: ReactNode;
  by: readonly UserId[];
  me: UserId;
  onPress: () => void;
}): ReactNode {
  const { label, icon, by, me, onPress } = props;
  const isMine = by.includes(me);
  return (
    <Button
      size="sm"
      variant={isMine ? 'primary' : 'secondary'}
      data-printed
      aria-pressed={isMine}
      icon={icon}
      onClick={onPress}
    >
      {label}
      <Count of={by} />
    </Button>
  );
}

function Count({ of: { length } }: { of: readonly UserId[] }): ReactNode {
  return (
    <span className="tabular-nums">
      {' '}
      {length}
      <span className="sr-only">{length === 1 ? ' person' : ' people'}</span>
    </span>
  );
}
