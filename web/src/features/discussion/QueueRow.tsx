import type { TopicId } from '@wentwell/contract/ids';
import {
  ArrowDown,
  ArrowUp,
  Check,
  CirclePause,
  Ellipsis,
  MessageSquare,
  Play,
  Undo2,
  Vote,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '#web/ui/class-names';
import { clockText } from '#web/ui/formats';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

import type { DiscussedTopic } from './discussed-topic.ts';
import type { QueueLead } from './discussion-queue.ts';

export type QueueState = 'now' | 'next' | 'done' | 'parked';

export interface QueueRowProps {
  topic: DiscussedTopic;
  state: QueueState;
  /** This person looks at it. */
  isShown: boolean;
  /** The list is one tab stop; the arrows lead to the other rows. */
  isTabStop: boolean;
  isInHand: boolean;
  /** Something else in the hand is over it. */
  isOver: boolean;
  /** Spent on it; null where it has not been discussed. */
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
      data-shown={isShown || undefined}
      data-over={(isOver && !isInHand) || undefined}
      className="queue-row"
    >
      <button
        type="button"
        className="ring-focus"
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isShown ? 'true' : undefined}
        aria-keyshortcuts={lead && state === 'next' ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        title={name}
        onFocus={() => onVisit(id)}
        onClick={() => onLookAt(id)}
      >
        <span aria-hidden="true" className={classNames('queue-edge', look.edge)} />
        <span className="queue-name">{name}</span>
        <span className="queue-facts">
          <span className="sr-only">, {stateNames[state]}</span>
          {votes && votes.votes > 0 && (
            <Fact icon={<Vote aria-hidden="true" />} says={counted(votes.votes, 'vote')}>
              {votes.votes}
            </Fact>
          )}
          {comments > 0 && (
            <Fact icon={<MessageSquare aria-hidden="true" />} says={counted(comments, 'comment')}>
              {comments}
            </Fact>
          )}
          {seconds !== null && state === 'done' && (
            <Fact icon={<Check aria-hidden="true" />} says={`${clockText(seconds)} spent on it`}>
              {clockText(seconds)}
            </Fact>
          )}
        </span>
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
          className="queue-menu ring-focus hit-area"
          tabIndex={isTabStop ? 0 : -1}
          title="Actions"
          aria-label={`Actions for “${name}”`}
        >
          <Ellipsis aria-hidden="true" />
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

function Fact(props: { icon: ReactNode; says: string; children: ReactNode }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1">
      {props.icon}
      <span aria-hidden="true">{props.children}</span>
      <span className="sr-only">, {props.says}</span>
    </span>
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
