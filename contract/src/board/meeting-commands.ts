// The meeting of a board is changed by its owner or a team admin: edited, started, finished, canceled, handed over.
import { z } from 'zod';

import { isCarriedOver } from '../carry-over.ts';
import { areSameColumns, columnChangePolicy, type ColumnId } from '../columns.ts';
import { isEditable, MeetingHandOver, meetingPolicy, MeetingUpdate } from '../meetings.ts';
import type { BoardState } from './board.ts';
import type { Guard } from './cascade.ts';
import { type BoardFeature, defineCommand } from './command.ts';
import { factOf, isRejected, rejectionOf } from './context.ts';
import { groupType } from './groups.ts';
import { changeMeeting } from './meeting-changes.ts';
import { changedMeeting, getMeeting, meetingNow, nextMeeting, timerType } from './meeting.ts';
import { noteType, revealAll } from './notes.ts';

const updateMeeting = defineCommand({
  name: 'meeting.update',
  input: MeetingUpdate,
  decide(board, input, context) {
    const meeting = getMeeting(board);
    const rejection = rejectionOf(meetingPolicy.change(context.caller, meeting));
    if (rejection) return rejection;
    const { columns_before: seen } = input;
    if (seen && !areSameColumns(seen, meeting.columns)) return { error: 'COLUMNS_CHANGED' };
    const after = changeMeeting(meeting, input, context.now);
    if (after === null || isRejected(after)) return after;
    const isMoved = after.team_id !== meeting.team_id;
    // A lead must be in the team and active.
    const isAlone = isMoved && factOf(context, 'newTeam')?.hasOwner === false;
    const owner_id = isAlone ? context.caller.userId : after.owner_id;
    const isSamePhase = after.phase_started_at === meeting.phase_started_at;
    const put = [nextMeeting({ ...after, owner_id }, context)];
    return { put, remove: isSamePhase ? [] : board.all(timerType) };
  },
  inverse({ status, team_id, columns, ...input }, before) {
    if (status !== undefined || team_id !== undefined) return null;
    const { name, settings, start_time, end_time, columns: previous } = getMeeting(before);
    const fields = {
      ...(input.name !== undefined && { name }),
      ...(input.settings && { settings }),
      ...(columns && { columns: previous, columns_before: columns }),
      ...(input.start_time !== undefined && { start_time }),
      ...(input.end_time !== undefined && { end_time }),
    };
    return { name: 'meeting.update', input: fields };
  },
});

const handOver = defineCommand({
  name: 'meeting.handOver',
  input: MeetingHandOver,
  decide(board, { owner_id }, context) {
    const meeting = getMeeting(board);
    const rejection = rejectionOf(meetingPolicy.handOver(context.caller, meeting));
    if (rejection) return rejection;
    if (!isEditable(meetingNow(board, context).status)) return { error: 'MEETING_NOT_EDITABLE' };
    const members = factOf(context, 'members');
    if (members && members.get(owner_id)?.isActive !== true) return { error: 'NOT_A_MEMBER' };
    if (owner_id === meeting.owner_id) return null;
    return { put: [nextMeeting({ ...meeting, owner_id }, context)], remove: [] };
  },
  inverse: (_, before) => ({
    name: 'meeting.handOver',
    input: { owner_id: getMeeting(before).owner_id },
  }),
});

/** By the server alone, once the end has passed. A meeting that an earlier version ended may have notes face down. */
const close = defineCommand({
  name: 'meeting.close',
  input: z.object({}),
  decide(board, _, context) {
    const meeting = getMeeting(board);
    if (!isEditable(meeting.status)) return revealAll(board, context);
    if (meetingNow(board, context).status !== 'closed') return null;
    return { put: [nextMeeting({ ...meeting, status: 'closed' }, context)], remove: [] };
  },
});

/**
 * By an administrator, when the deleted meeting is back. The board is told, because deleting and restoring count the
 * version: who comes back with an older board learns of it from the history.
 */
const recover = defineCommand({
  name: 'meeting.recover',
  input: z.object({}),
  decide: (board, _, context) => ({
    put: [nextMeeting(getMeeting(board), context)],
    remove: [],
  }),
});

/** Carried topics in no group hold no column in place: they move (docs/retro.md R-217). */
function columnsInUse(board: BoardState): Set<ColumnId> {
  const holding = board
    .all(noteType)
    .filter(({ id, group_id }) => group_id !== null || !isCarriedOver(id));
  const groups = board.all(groupType);
  return new Set([
    ...holding.map(({ note_type }) => note_type),
    ...groups.map(({ column_id }) => column_id),
  ]);
}

const keepColumns: Guard = (patch, before) => {
  const { columns } = getMeeting(before);
  const after = changedMeeting(patch)?.columns ?? columns;
  if (after === columns) return null;
  const result = columnChangePolicy(columns, after, columnsInUse(before));
  return result === 'allowed' ? null : result;
};

export const meetingFeature: BoardFeature = {
  recordTypes: [],
  commands: [updateMeeting, handOver, close, recover],
  guards: [keepColumns],
};
