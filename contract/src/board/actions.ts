// Action items as records: those of the meeting and, in joining, the team's open ones from before it.
import { z } from 'zod';

import { Action, showsSinceLastTime } from '../actions.ts';
import type { BoardState } from './board.ts';
import { getMeeting } from './meeting.ts';
import { defineRecordType, fieldsOf } from './record.ts';

const ActionRecord = Action.extend({ type: z.literal('action') });
export type ActionRecord = z.infer<typeof ActionRecord>;
export const actionType = defineRecordType<ActionRecord>({
  type: 'action',
  schema: ActionRecord,
  hasUserText: true,
  isRestorable: true,
});

/** Each list in the order of the ids. `since_last_time` is absent outside of joining. */
export function presentActions(board: BoardState): {
  actions: Action[];
  since_last_time?: Action[];
} {
  const meeting = getMeeting(board);
  const all = board
    .all(actionType)
    .map(fieldsOf)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const actions = all.filter(({ meeting_id }) => meeting_id === meeting.id);
  if (!showsSinceLastTime(meeting)) return { actions };
  const before = all.filter(({ meeting_id }) => meeting_id !== meeting.id);
  return { actions, since_last_time: before };
}
