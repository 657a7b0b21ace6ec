// The action items of a meeting, wherever its page shows them.
import { type Action, actionPolicy } from '@wentwell/contract/actions';
import type { Board } from '@wentwell/contract/board';
import type { TopicId, UserId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import type { TeamContext } from '@wentwell/contract/teams';
import { type ReactNode, useMemo, useState } from 'react';

import { meetingNow } from '#web/api/server-time';
import { actionCommands } from '#web/features/actions/action-commands';
import { actionDrafts } from '#web/features/actions/action-drafts';
import {
  type ActionPerson,
  type BoardActionHandlers,
  boardActionHandlers,
} from '#web/features/actions/action-handlers';
import { ActionCards } from '#web/features/actions/ActionCards.tsx';
import { OwnerSelect, useNobodysFirst } from '#web/features/actions/ActionFields.tsx';
import { BoardActions } from '#web/features/actions/BoardActions.tsx';
import { SinceLastTime } from '#web/features/actions/SinceLastTime.tsx';
import { TrackAction } from '#web/features/actions/TrackAction.tsx';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { DidItHelp } from '#web/features/check-in/DidItHelp.tsx';
import { teamOf } from '#web/features/members/board-names.queries';
import { useAllMembers } from '#web/features/members/members.queries';
import type { BoardClient } from '#web/live/board-client';
import { useBoard } from '#web/live/use-board';
import { useUndoHistory } from '#web/live/use-undo';
import type { Person } from '#web/ui/identity/Avatar.tsx';

interface Context {
  board: Pick<Board, 'meeting'>;
  who: TeamContext;
}

function useHandlers({ board, who }: Context): BoardActionHandlers {
  const history = useUndoHistory();
  const meetingId = board.meeting.id;
  const { userId } = who;
  const isGuest = useIsGuest();
  return useMemo(() => {
    const drafts = actionDrafts(userId);
    const commands = actionCommands({ meetingId }, drafts);
    return boardActionHandlers(history, { commands, drafts, hasTeam: !isGuest });
  }, [history, meetingId, userId, isGuest]);
}

/** Possible owners, with the viewer first. */
function usePeople({ board, who }: Context, isChoosing = true): ActionPerson[] {
  const { members } = useAllMembers(teamOf(who, board.meeting), isChoosing);
  return useMemo(() => {
    const people = (members ?? []).map(({ user }) => ({ id: user.id, name: user.display_name }));
    const isMe = ({ id }: ActionPerson): boolean => id === who.userId;
    return [...people.filter(isMe), ...people.filter((person) => !isMe(person))];
  }, [members, who.userId]);
}

function mayAdd({ board, who }: Context): boolean {
  const { meeting } = board;
  const now = meetingNow(meeting);
  return actionPolicy.addTo(who, now) === 'allowed';
}

function mayChange(who: TeamContext): boolean {
  return actionPolicy.change(who) === 'allowed';
}

/** Action items of the meeting, with the form for a new one, of the topic, where the phase takes it. */
export function MeetingActions(
  props: Context & {
    actions: readonly Action[];
    topicId?: TopicId;
    personOf: (userId: UserId) => Person;
    /** Beside the owner of each. */
    placeOf?: (action: Action) => ReactNode;
    /** Between the items and the form. */
    children?: ReactNode;
  },
): ReactNode {
  const { actions, who, topicId, personOf, placeOf, children } = props;
  const handlers = useHandlers(props);
  const people = usePeople(props);
  return (
    <BoardActions
      actions={actions}
      people={people}
      personOf={personOf}
      handlers={mayChange(who) ? handlers : null}
      draftKey={`new:${props.board.meeting.id}`}
      onAdd={mayAdd(props) ? (draft) => handlers.add(draft, { ...(topicId && { topicId }) }) : null}
      {...(placeOf && { placeOf })}
    >
      {children}
    </BoardActions>
  );
}

/** The action items of a meeting that is over; it takes no more. */
export function ReportedActions(
  props: Context & {
    actions: readonly Action[];
    topicOf: (action: Action) => string | undefined;
    personOf: (userId: UserId) => Person;
  },
): ReactNode {
  const { actions, who, topicOf, personOf } = props;
  const handlers = useHandlers(props);
  const people = usePeople(props);
  return (
    <ActionCards
      {...{ actions, topicOf, people, personOf }}
      handlers={mayChange(who) ? handlers : null}
    />
  );
}

/** One line an action item, with its owner. */
export function ActionOwners(
  props: Context & { actions: readonly Action[]; personOf: (userId: UserId) => Person },
): ReactNode {
  const { who, personOf } = props;
  const handlers = useHandlers(props);
  const people = usePeople(props);
  const actions = useNobodysFirst(props.actions);
  return (
    <ul aria-label="Action items" className="divide-y divide-line border-b border-line">
      {actions.map((action) => (
        <li key={action.id} className="flex min-h-14 items-center gap-3 py-2">
          <span className="min-w-0 flex-1 text-base wrap-anywhere text-ink">{action.text}</span>
          <span className="w-44 shrink-0">
            {mayChange(who) && <OwnerSelect {...{ action, people, personOf, handlers }} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

/**
 * The team's open action items from before this meeting, in joining. Renders nothing if there were none.
 * Once shown it stays, so that whoever settles the last item sees that it was the last.
 */
export function OpenFromBefore(
  props: Context & { actions: readonly Action[]; personOf: (userId: UserId) => Person },
): ReactNode {
  const { actions, who, personOf } = props;
  const handlers = useHandlers(props);
  const people = usePeople(props, actions.length > 0);
  const [wasShown, setWasShown] = useState(false);
  const isShown = wasShown || actions.length > 0;
  if (isShown !== wasShown) setWasShown(isShown);
  if (!isShown) return null;
  return (
    <SinceLastTime
      actions={actions}
      people={people}
      personOf={personOf}
      handlers={mayChange(who) ? handlers : null}
    />
  );
}

/** Action items that were done two retros ago, in joining. */
export function AskedAbout(
  props: Context & { actions: readonly Action[]; personOf: (userId: UserId) => Person },
): ReactNode {
  const { board, actions, who, personOf } = props;
  if (who.role === null || actions.length === 0) return null;
  return (
    <DidItHelp
      actions={actions}
      personOf={personOf}
      answerer={{ meetingId: board.meeting.id, userId: who.userId }}
    />
  );
}

/** On a note in the column for action items. */
export function TrackNote(
  props: Context & {
    client: BoardClient;
    note: Pick<Note, 'id' | 'content'>;
    /** The topic that the action item then belongs to. */
    topicId?: TopicId;
    isOnCard?: boolean;
  },
): ReactNode {
  const { client, note, topicId, isOnCard = false } = props;
  const handlers = useHandlers(props);
  const tracked = useBoard(client, ({ board }) =>
    board?.actions.find(({ note_id }) => note_id === note.id),
  );
  return (
    <TrackAction
      note={note}
      isTracked={tracked !== undefined}
      isOnCard={isOnCard}
      onTrack={
        mayAdd(props)
          ? (draft, noteId) => handlers.add(draft, { noteId, ...(topicId && { topicId }) })
          : null
      }
    />
  );
}
