import { z } from 'zod';

import { Timer } from '../discussion/timer.ts';
import { effectiveStatus } from '../meetings/effective-status.ts';
import {
  isEditable,
  Meeting,
  meetingAbilities,
  type MeetingForCaller,
} from '../meetings/meetings.ts';
import { nextPhase, phaseFacts, type PhaseInfo } from '../phases.ts';
import type { TeamContext } from '../teams/teams.ts';
import type { BoardState } from './board.ts';
import type { Patch } from './change.ts';
import { type Context, nextVersion } from './context.ts';
import { defineRecordType } from './record.ts';

const MeetingRecord = Meeting.extend({
  type: z.literal('meeting'),
  phase_started_at: z.string().nullable(),
  phase_minutes: z.number().int().nullable(),
});
export type MeetingRecord = z.infer<typeof MeetingRecord>;
export const meetingType = defineRecordType(MeetingRecord);

/** Exists while the phase has a timer. `id` is the meeting's id. */
const TimerRecord = Timer.extend({ type: z.literal('timer'), id: z.string() });
export const timerType = defineRecordType(TimerRecord);

/** Throws if the board has no meeting. */
export function getMeeting(board: BoardState): MeetingRecord {
  const [meeting] = board.all(meetingType);
  if (!meeting) throw new Error('The board has no meeting.');
  return meeting;
}

export function changedMeeting({ put }: Pick<Patch, 'put'>): MeetingRecord | undefined {
  return put.find((each): each is MeetingRecord => each.type === meetingType.type);
}

/** Increments the version. Removes the owner from the co-leads. */
export function nextMeeting(meeting: MeetingRecord, context: Context): MeetingRecord {
  const version = nextVersion(meeting.version, context);
  const co_lead_ids = meeting.co_lead_ids.filter((id) => id !== meeting.owner_id);
  return { ...meeting, co_lead_ids, version, updated_at: context.now.toISOString() };
}

/** The meeting for policies, with its effective status at the time of the decision. */
export function meetingNow(board: BoardState, { now }: Pick<Context, 'now'>) {
  const meeting = getMeeting(board);
  return { ...meeting, status: effectiveStatus(meeting, now) };
}

/** The start of the current phase. Marks and timers refer to the phase by it. */
export function phaseSince({ phase_started_at, created_at }: MeetingRecord): Date {
  return new Date(phase_started_at ?? created_at);
}

/** The start of the phase, and the next change's seq as ms, so that anonymous times still tell the order. */
export function anonymousTime(board: BoardState): Date {
  return new Date(phaseSince(getMeeting(board)).getTime() + board.seq + 1);
}

/** An ended meeting shows everything. */
export function hidesNewNotes({
  status,
  settings,
  phase,
}: Pick<Meeting, 'status' | 'settings' | 'phase'>): boolean {
  return isEditable(status) && settings.hide_notes && phaseFacts[phase].hides === true;
}

export function presentMeeting(board: BoardState): Meeting {
  const { type: _, phase_started_at: __, phase_minutes: ___, ...meeting } = getMeeting(board);
  return meeting;
}

export function presentMeetingFor(board: BoardState, who: TeamContext): MeetingForCaller {
  const meeting = presentMeeting(board);
  return { ...meeting, abilities: meetingAbilities(who, meeting) };
}

function findTimer(board: BoardState): Timer | null {
  const [found] = board.all(timerType);
  if (!found) return null;
  const { type: _, id: __, ...timer } = found;
  return timer;
}

/** Null if the meeting is not live. */
export function presentTimer(board: BoardState): Timer | null {
  return getMeeting(board).status === 'live' ? findTimer(board) : null;
}

export function presentPhase(board: BoardState): PhaseInfo {
  return phaseInfo(getMeeting(board), findTimer(board));
}

export function phaseInfo(meeting: MeetingRecord, timer: Timer | null): PhaseInfo {
  const { id, phase, phase_started_at, phase_minutes } = meeting;
  return {
    meeting_id: id,
    phase,
    next_phase: nextPhase(meeting),
    started_at: phase_started_at,
    duration_minutes: phase_minutes,
    ends_at: timer?.ends_at ?? null,
  };
}
