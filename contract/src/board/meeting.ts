// The meeting of a board, the timer of its phase, and the marks that members set in that phase.
import { z } from 'zod';

import { UserId } from '../ids.ts';
import { Meeting } from '../meetings.ts';
import { nextPhase, type PhaseInfo } from '../phases.ts';
import { Timer } from '../timer.ts';
import type { BoardState } from './board.ts';
import { defineRecordType, type RecordType } from './record.ts';

const MeetingRecord = Meeting.extend({
  type: z.literal('meeting'),
  phase_started_at: z.string().nullable(),
  phase_minutes: z.number().int().nullable(),
});
export type MeetingRecord = z.infer<typeof MeetingRecord>;
export const meetingType = defineRecordType<MeetingRecord>({
  type: 'meeting',
  schema: MeetingRecord,
});

/** There is one while the phase has a timer. Its id is the meeting's. */
const TimerRecord = Timer.extend({ type: z.literal('timer'), id: z.string() });
export type TimerRecord = z.infer<typeof TimerRecord>;
export const timerType = defineRecordType<TimerRecord>({ type: 'timer', schema: TimerRecord });

/** A member's mark counts for the present phase alone. Its id is the member's. */
function defineMark<Type extends 'ready' | 'voted' | 'turn'>(type: Type) {
  const Mark = z.object({ type: z.literal(type), id: UserId });
  return defineRecordType<z.infer<typeof Mark>>({ type, schema: Mark });
}
/** The members who are done with the phase, who are done voting, and who have answered the question of the day. */
export const readyType = defineMark('ready');
export const votedType = defineMark('voted');
export const turnType = defineMark('turn');

/** Throws if the board has none. */
export function getMeeting(board: BoardState): MeetingRecord {
  const [meeting] = board.all(meetingType);
  if (!meeting) throw new Error('The board has no meeting.');
  return meeting;
}

export function presentMeeting(board: BoardState): Meeting {
  const { type: _, phase_started_at: __, phase_minutes: ___, ...meeting } = getMeeting(board);
  return meeting;
}

function findTimer(board: BoardState): Timer | null {
  const [found] = board.all(timerType);
  if (!found) return null;
  const { type: _, id: __, ...timer } = found;
  return timer;
}

/** A meeting that is not live shows none. */
export function presentTimer(board: BoardState): Timer | null {
  return getMeeting(board).status === 'live' ? findTimer(board) : null;
}

export function presentPhase(board: BoardState): PhaseInfo {
  const { id, phase, phase_started_at, phase_minutes } = getMeeting(board);
  return {
    meeting_id: id,
    phase,
    next_phase: nextPhase(phase),
    started_at: phase_started_at,
    duration_minutes: phase_minutes,
    ends_at: findTimer(board)?.ends_at ?? null,
  };
}

/** In the order of their ids. */
export function presentMarks(
  board: BoardState,
  markType: RecordType<{ type: string; id: UserId }>,
): UserId[] {
  return board
    .all(markType)
    .map(({ id }) => id)
    .toSorted();
}
