// A meeting's action items on all parts of its page.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Action, actionPolicy } from '@wentwell/contract/actions';
import type { TopicId } from '@wentwell/contract/ids';
import { isLead } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';
import { isInTeam } from '@wentwell/contract/teams';
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
import { OwnerSelect, useUnassignedFirst } from '#web/features/actions/ActionFields.tsx';
import { BoardActions } from '#web/features/actions/BoardActions.tsx';
import { SinceLastTime } from '#web/features/actions/SinceLastTime.tsx';
import { TrackAction } from '#web/features/actions/TrackAction.tsx';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { AbsentAdditions } from '#web/features/catch-up/AbsentAdditions.tsx';
import { hiddenAdditionsQuery } from '#web/features/catch-up/catch-up.queries';
import { DidItHelp } from '#web/features/check-in/DidItHelp.tsx';
import { teamOf } from '#web/features/members/board-names.queries';
import { useAllMembers } from '#web/features/members/members.queries';
import { useUndoHistory } from '#web/live/use-undo';

import { type MeetingParts, useMeetingParts } from './meeting-parts.ts';

// One file with the lobby's other cards, so that they appear together.
export { AgreementsOfTeam } from '#web/features/actions/Agreements.tsx';

function useHandlers(): BoardActionHandlers {
  const { board, who } = useMeetingParts();
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

/** Possible owners, the viewer first. */
function usePeople(isChoosing = true): ActionPerson[] {
  const { board, who } = useMeetingParts();
  const { members } = useAllMembers(teamOf(who, board.meeting), isChoosing);
  return useMemo(() => {
    const people = (members ?? []).map(({ user }) => ({ id: user.id, name: user.display_name }));
    const isMe = ({ id }: ActionPerson): boolean => id === who.userId;
    return [...people.filter(isMe), ...people.filter((person) => !isMe(person))];
  }, [members, who.userId]);
}

function mayAdd({ board, who }: MeetingParts): boolean {
  return actionPolicy.addTo(who, meetingNow(board.meeting)) === 'allowed';
}

function mayChange({ who }: MeetingParts): boolean {
  return actionPolicy.change(who) === 'allowed';
}

/** The meeting's or topic's action items, with a form if the phase accepts new ones. */
export function MeetingActions(props: {
  actions: readonly Action[];
  topicId?: TopicId;
  /** Rendered beside each owner. */
  placeOf?: (action: Action) => ReactNode;
  /** Rendered between items and form. */
  children?: ReactNode;
}): ReactNode {
  const { actions, topicId, placeOf, children } = props;
  const parts = useMeetingParts();
  const handlers = useHandlers();
  const people = usePeople();
  return (
    <BoardActions
      actions={actions}
      people={people}
      personOf={parts.personOf}
      handlers={mayChange(parts) ? handlers : null}
      draftKey={`new:${parts.board.meeting.id}`}
      onAdd={mayAdd(parts) ? (draft) => handlers.add(draft, { ...(topicId && { topicId }) }) : null}
      {...(placeOf && { placeOf })}
    >
      {children}
    </BoardActions>
  );
}

/** The action items of a meeting that is over, which accepts no more. */
export function ReportedActions(props: {
  actions: readonly Action[];
  topicOf: (action: Action) => string | undefined;
}): ReactNode {
  const parts = useMeetingParts();
  const handlers = useHandlers();
  const people = usePeople();
  return (
    <ActionCards
      {...props}
      people={people}
      personOf={parts.personOf}
      handlers={mayChange(parts) ? handlers : null}
    />
  );
}

/** One line per action item, with its owner. */
export function ActionOwners(props: { actions: readonly Action[] }): ReactNode {
  const parts = useMeetingParts();
  const { personOf } = parts;
  const handlers = useHandlers();
  const people = usePeople();
  const actions = useUnassignedFirst(props.actions);
  return (
    <ul aria-label="Action items" className="divide-y divide-line border-b border-line">
      {actions.map((action) => (
        <li key={action.id} className="flex min-h-14 items-center gap-3 py-2">
          <span className="min-w-0 flex-1 text-base wrap-anywhere text-ink">{action.text}</span>
          <span className="w-44 shrink-0">
            {mayChange(parts) && <OwnerSelect {...{ action, people, personOf, handlers }} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

/**
 * In joining: the team's earlier open action items, and additions of absent members. Renders nothing if there were none.
 * Once shown it stays, even after the last item is settled.
 */
export function EarlierActions({ actions }: { actions: readonly Action[] }): ReactNode {
  const parts = useMeetingParts();
  const left = useLeftAdditions(parts);
  const handlers = useHandlers();
  const people = usePeople(actions.length > 0);
  const [wasShown, setWasShown] = useState(false);
  const isShown = wasShown || actions.length > 0 || left !== null;
  if (isShown !== wasShown) setWasShown(isShown);
  if (!isShown) return null;
  return (
    <SinceLastTime
      actions={actions}
      people={people}
      personOf={parts.personOf}
      handlers={mayChange(parts) ? handlers : null}
    >
      {left && (
        <AbsentAdditions
          meetingId={parts.board.meeting.id}
          left={left}
          leads={isLead(parts.who.userId, parts.board.meeting)}
          personOf={parts.personOf}
        />
      )}
    </SinceLastTime>
  );
}

/** Null without additions. */
function useLeftAdditions({ board, who }: MeetingParts) {
  const { data } = useQuery({
    ...hiddenAdditionsQuery(board.meeting.id, board.additions_revealed ?? 0),
    enabled: isInTeam(who),
    placeholderData: keepPreviousData,
  });
  return data && data.waiting + data.revealed.length > 0 ? data : null;
}

/** In joining: action items done two retros ago. */
export function AskedAbout({ actions }: { actions: readonly Action[] }): ReactNode {
  const { board, who, personOf } = useMeetingParts();
  if (who.role === null || actions.length === 0) return null;
  return (
    <DidItHelp
      actions={actions}
      personOf={personOf}
      answerer={{ meetingId: board.meeting.id, userId: who.userId }}
    />
  );
}

/** The button on notes of the action column. */
export function TrackNote(props: {
  note: Pick<Note, 'id' | 'content'>;
  /** The topic of the new action item. */
  topicId?: TopicId;
  isOnCard?: boolean;
}): ReactNode {
  const { note, topicId, isOnCard = false } = props;
  const parts = useMeetingParts();
  const handlers = useHandlers();
  return (
    <TrackAction
      note={note}
      isTracked={parts.board.actions.some(({ note_id }) => note_id === note.id)}
      isOnCard={isOnCard}
      onTrack={
        mayAdd(parts)
          ? (draft, noteId) => handlers.add(draft, { noteId, ...(topicId && { topicId }) })
          : null
      }
    />
  );
}
