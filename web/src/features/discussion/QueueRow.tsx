import type { TopicId } from '@wentwell/contract/ids';
import { countText } from '@wentwell/contract/report/meeting-report';
import { ArrowDown, ArrowUp, Check, CirclePause, Ellipsis, Play, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { clockText } from '#web/ui/formats';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

import type { DiscussedTopic, QueueLead } from './discussion-queue.ts';

export type QueueState = 'now' | 'next' | 'done' | 'parked';

export interface QueueRowProps {
  topic: DiscussedTopic;
  state: QueueState;
  /** This user views it. */
  isShown: boolean;
  /** The list is one tab stop; arrows move to other rows. */
  isTabStop: boolean;
  isInHand: boolean;
  /** Another dragged topic is over it. */
  isOver: boolean;
  /** Seconds spent on it; null if not discussed. */
  seconds: number | null;
  mayMove: { up: boolean; down: boolean };
  lead: QueueLead | null;
  onLookAt: (id: TopicId) => void;
  onVisit: (id: TopicId) => void;
}

const stateNames: Record<QueueState, string> = {
  now: 'being discussed',
  next: 'waiting',
  done: 'done',
  parked: 'parked',
};

export function QueueRow(props: QueueRowProps): ReactNode {
  const { topic, state, isShown, isTabStop, isInHand, isOver, seconds, lead, onLookAt, onVisit } =
    props;
  const { id, name, look, votes, comments } = topic;
  const mayDrag = lead !== null && (state === 'next' || state === 'parked');
  return (
    <li
      data-drag={mayDrag ? id : undefined}
      data-drop={mayDrag ? id : undefined}
      data-topic={id}
      data-state={state}
      className={classNames(
        'queue-row relative flex touch-manipulation rounded-md',
        isShown ? 'bg-selected' : 'hover:bg-hover',
        isOver && !isInHand && 'outline-2 -outline-offset-2 outline-focus outline-dashed',
      )}
    >
      <button
        type="button"
        className="ring-focus flex min-h-10 pointer-coarse:min-h-11 min-w-0 flex-1 items-start gap-2.5 rounded-[inherit] px-3 py-2.5 text-left"
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isShown ? 'true' : undefined}
        aria-keyshortcuts={lead && state === 'next' ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        title={name}
        onFocus={() => onVisit(id)}
        onClick={() => onLookAt(id)}
      >
        {state === 'done' ? (
          <Check className="mt-0.5 size-4 shrink-0 text-success-text" />
        ) : (
          <span
            aria-hidden="true"
            data-tone={look.tone}
            className="m-1 mt-1.5 size-2 shrink-0 rounded-[3px] bg-(--tone-solid) forced-color-adjust-none"
          />
        )}
        <span
          className={classNames(
            'queue-name line-clamp-2 flex-1 wrap-anywhere',
            isShown && 'font-semibold',
            (state === 'done' || state === 'parked') && 'text-soft',
          )}
        >
          {name}
        </span>
        <span className="sr-only">
          , {stateNames[state]}
          {comments > 0 && `, ${countText(comments, 'comment')}`}
          {seconds !== null && state === 'done' && `, ${clockText(seconds)} spent on it`},{' '}
        </span>
        {votes && votes.votes > 0 && (
          <span className="queue-votes pt-0.5 text-xs font-medium text-soft tabular-nums">
            {votes.votes}
            <span className="sr-only"> {votes.votes === 1 ? 'vote' : 'votes'}</span>
          </span>
        )}
      </button>
      {lead && <RowMenu {...props} lead={lead} />}
    </li>
  );
}

function RowMenu(props: QueueRowProps & { lead: QueueLead }): ReactNode {
  const { topic, state, isTabStop, mayMove, lead } = props;
  const { id, name } = topic;
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="queue-menu ring-focus hit-area inline-flex w-9 shrink-0 items-center justify-center rounded-md text-soft -outline-offset-4 hover:text-ink"
          tabIndex={isTabStop ? 0 : -1}
          title="More"
          aria-label={`Actions for “${name}”`}
        >
          <Ellipsis className="size-4.5" />
        </button>
      }
    >
      {state !== 'now' && (
        <MenuItem icon={<Play />} onSelect={() => lead.discuss(id)}>
          Discuss it now
        </MenuItem>
      )}
      {state === 'next' && (
        <>
          <MenuItem
            icon={<ArrowUp />}
            end="Alt ↑"
            disabled={!mayMove.up}
            onSelect={() => lead.move(id, -1)}
          >
            Move up
          </MenuItem>
          <MenuItem
            icon={<ArrowDown />}
            end="Alt ↓"
            disabled={!mayMove.down}
            onSelect={() => lead.move(id, 1)}
          >
            Move down
          </MenuItem>
        </>
      )}
      {state === 'parked' ? (
        <MenuItem icon={<Undo2 />} onSelect={() => lead.takeBack(id)}>
          Take back
        </MenuItem>
      ) : (
        <MenuItem icon={<CirclePause />} onSelect={() => lead.park(id)}>
          Park
        </MenuItem>
      )}
    </Menu>
  );
}
