// Marks of members in a phase: done, done voting, or answered the question of the day. A new phase clears them.
import { z } from 'zod';

import { votePolicy } from '../discussion/votes.ts';
import { UserId } from '../ids.ts';
import { whileLive } from '../meetings/meetings.ts';
import { Phase } from '../phases.ts';
import type { BoardState } from './board.ts';
import type { CascadeRule } from './cascade.ts';
import type { Patch } from './change.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { type Context, reject, requirePolicy } from './context.ts';
import { changedMeeting, getMeeting, meetingNow } from './meeting.ts';
import { defineRecordType, type RecordType } from './record.ts';

/** PUT /meetings/{id}/ready. Rejected if `phase` is not the current phase. */
export const ReadyInput = z
  .object({ ready: z.boolean(), phase: Phase.optional() })
  .meta({ examples: [{ ready: true }, { ready: true, phase: 'writing' }] });

/** Participants who are done, sorted by id. */
export const Ready = z.object({ ready: z.array(UserId) });

/** `id` is the member's id. */
function defineMark<Type extends 'ready' | 'voted' | 'turn'>(type: Type) {
  const Mark = z.object({ type: z.literal(type), id: UserId });
  return defineRecordType(Mark);
}
export const readyType = defineMark('ready');
export const votedType = defineMark('voted');
export const turnType = defineMark('turn');

type MarkRecord = { type: string; id: UserId };
type MarkType = RecordType<MarkRecord>;

/** Sorted by id. */
export function presentMarks(board: BoardState, markType: MarkType): UserId[] {
  return board
    .all(markType)
    .map(({ id }) => id)
    .toSorted();
}

/** Null if nothing changes. */
export function setMark(
  board: BoardState,
  markType: MarkType,
  { id, isSet }: { id: UserId; isSet: boolean },
): Patch | null {
  const mark = board.get(markType, id);
  if ((mark !== undefined) === isSet) return null;
  return isSet
    ? { put: [{ type: markType.type, id }], remove: [] }
    : { put: [], remove: [{ type: markType.type, id }] };
}

const setReady = defineCommand({
  name: 'ready.set',
  input: ReadyInput,
  decide(board, { ready, phase }, context: Context) {
    const { caller } = context;
    const meeting = meetingNow(board, context);
    if (caller.role === null) reject('TEAM_MEMBER_ONLY');
    requirePolicy(whileLive(meeting));
    const isOver = phase !== undefined && phase !== meeting.phase;
    if (isOver) reject('READY_OTHER_PHASE');
    return setMark(board, readyType, { id: caller.userId, isSet: ready });
  },
});

const setVoted = defineCommand({
  name: 'voted.set',
  input: z.object({ finished: z.boolean() }),
  decide(board, { finished }, context: Context) {
    const { caller } = context;
    requirePolicy(votePolicy.finish(caller, meetingNow(board, context)));
    return setMark(board, votedType, { id: caller.userId, isSet: finished });
  },
});

/** Clears all marks when the phase changes or the meeting ends. */
const clearMarks: CascadeRule = (patch, { before, after }) => {
  const next = changedMeeting(patch);
  const isSamePhase = next?.phase_started_at === getMeeting(before).phase_started_at;
  if (!next || (isSamePhase && next.status === 'live')) return null;
  const marks = [readyType, votedType, turnType].flatMap((type) => after.all<MarkRecord>(type));
  return { put: [], remove: marks };
};

export const marksFeature = {
  recordTypes: [readyType, votedType, turnType],
  commands: [setReady, setVoted],
  cascades: [clearMarks],
  shape: { ready: z.array(UserId) },
  present: (view) => ({ ready: presentMarks(view, readyType) }),
} satisfies ShownFeature;
