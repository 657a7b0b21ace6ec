import { actionPolicy } from '@wentwell/contract/actions/actions';
import { ActionId } from '@wentwell/contract/ids';
import { useMemo } from 'react';

import { sortableId } from '#web/api/random-ids';
import { meetingNow } from '#web/api/server-time';
import { actionCommands, type ActionIntent } from '#web/features/actions/action-commands';
import { actionDrafts } from '#web/features/actions/action-drafts';
import {
  type ActionPerson,
  type ActionTools,
  type BoardActionHandlers,
  teamActs,
} from '#web/features/actions/action-handlers';
import { useIsGuest } from '#web/features/auth/session.tsx';
import { teamOf } from '#web/features/members/board-names.queries';
import { useAllMembers } from '#web/features/members/members.queries';
import { useUndoHistory } from '#web/live/use-board';

import { useMeetingParts } from './meeting-parts.ts';

/** Possible owners are loaded only if `isChoosing`. */
export function useTools(
  isChoosing = true,
): ActionTools & { add: BoardActionHandlers['add'] | null } {
  const { board, who } = useMeetingParts();
  const { meeting } = board;
  const history = useUndoHistory();
  const isGuest = useIsGuest();
  const { members = [] } = useAllMembers(teamOf(who, meeting), isChoosing);
  const { userId } = who;
  const handlers = useMemo((): BoardActionHandlers => {
    const drafts = actionDrafts(userId);
    const commands = actionCommands({ meetingId: meeting.id }, drafts);
    const run = (intent: ActionIntent): void => void history.run(commands.create(intent));
    return {
      drafts,
      ...(!isGuest && { teamActs }),
      add: (draft, { topicId = null, noteId = null } = {}) => {
        const id = ActionId.parse(sortableId());
        run({ act: 'add', id, ...draft, topic_id: topicId, note_id: noteId });
      },
      change: ({ id, version }, change) => run({ act: 'change', id, change, version }),
      remove: ({ id }) => run({ act: 'remove', id }),
    };
  }, [history, meeting.id, userId, isGuest]);
  const people = members.map(({ user }) => ({ id: user.id, name: user.display_name }));
  const isMe = ({ id }: ActionPerson): boolean => id === userId;
  return {
    people: [...people.filter(isMe), ...people.filter((person) => !isMe(person))],
    handlers: actionPolicy.change(who) === 'allowed' ? handlers : null,
    add: actionPolicy.addTo(who, meetingNow(meeting)) === 'allowed' ? handlers.add : null,
  };
}
