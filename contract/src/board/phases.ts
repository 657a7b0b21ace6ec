// Phase changes of a live meeting and the timer of its current phase. Leads control both.
import { z } from 'zod';

import {
  remainingMs,
  runningTimer,
  type Timer,
  timerAfter,
  TimerInput,
  timerPolicy,
} from '../discussion/timer.ts';
import { meetingPolicy, whileLive } from '../meetings/meetings.ts';
import { nextPhase, PhaseTransition } from '../phases.ts';
import type { BoardState } from './board.ts';
import { merge, type Patch } from './change.ts';
import { type BoardFeature, defineCommand } from './command.ts';
import { requirePolicy, type Context, reject } from './context.ts';
import { presentDiscussion, putDiscussion } from './discussion.ts';
import {
  getMeeting,
  meetingNow,
  type MeetingRecord,
  nextMeeting,
  presentTimer,
  timerType,
} from './meeting.ts';

function putTimer(board: BoardState, timer: Timer | null): Patch {
  const { id } = getMeeting(board);
  if (timer) return { put: [{ type: timerType.type, id, ...timer }], remove: [] };
  return { put: [], remove: board.all(timerType) };
}

/** At least 1 ms after the previous phase, even in one transaction: the start time identifies the phase. */
function beginningAfter(before: string | null, now: Date): string {
  const earliest = before === null ? 0 : Date.parse(before) + 1;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
}

function enterPhase(
  board: BoardState,
  { phase, duration_minutes = null }: PhaseTransition,
  context: Context,
): Patch {
  const { actorId, now } = context;
  const meeting = getMeeting(board);
  const phase_started_at = beginningAfter(meeting.phase_started_at, now);
  const fields = { phase, phase_started_at, phase_minutes: duration_minutes };
  const entered = nextMeeting({ ...meeting, ...fields }, context);
  const endsAt =
    duration_minutes === null ? null : new Date(now.getTime() + duration_minutes * 60_000);
  const timer = putTimer(board, endsAt && runningTimer(endsAt, actorId));
  return merge({ put: [entered], remove: [] }, timer);
}

function authorizeLead(board: BoardState, context: Context): void {
  const meeting = meetingNow(board, context);
  requirePolicy(meetingPolicy.lead(context.caller, meeting));
  requirePolicy(whileLive(meeting));
}

const enter = defineCommand({
  name: 'phase.enter',
  input: PhaseTransition,
  decide(board, input, context) {
    authorizeLead(board, context);
    return enterPhase(board, input, context);
  },
});

const enterNext = defineCommand({
  name: 'phase.next',
  input: z.object({}),
  decide(board, _, context) {
    authorizeLead(board, context);
    const phase = nextPhase(getMeeting(board));
    return phase ? enterPhase(board, { phase }, context) : reject('LAST_PHASE');
  },
});

/** Server only, when the timer expires. No-op if a lead has already changed the phase (docs/retro.md R-76). */
const advance = defineCommand({
  name: 'phase.advance',
  input: z.object({}),
  decide(board, _, context) {
    const meeting = meetingNow(board, context);
    const { settings, status } = meeting;
    const timer = presentTimer(board);
    const isOver = timer?.state === 'running' && remainingMs(timer, context.now) === 0;
    const next = nextPhase(meeting);
    if (!settings.auto_advance || status !== 'live' || !isOver || !next) return null;
    return enterPhase(board, { phase: next }, context);
  },
});

/** The duration that the next timer of this phase begins with, also in the team's next meetings. */
function rememberTime(board: BoardState, input: TimerInput): Patch {
  const meeting = getMeeting(board);
  const { phase, settings } = meeting;
  const { timer_seconds: known } = settings;
  if (input.action !== 'start' || known[phase] === input.seconds) return { put: [], remove: [] };
  const timer_seconds = { ...known, [phase]: input.seconds };
  const changed: MeetingRecord = { ...meeting, settings: { ...settings, timer_seconds } };
  return { put: [changed], remove: [] };
}

const setTimer = defineCommand({
  name: 'timer.set',
  input: z.object({ timer: TimerInput }),
  decide(board, { timer: input }, context) {
    const { caller, now } = context;
    const meeting = meetingNow(board, context);
    requirePolicy(timerPolicy.change(caller, meeting));
    const before = presentTimer(board);
    const after = timerAfter(before, input, { by: caller.userId, now });
    if (typeof after === 'string') reject(after);
    if (before === null && after === null) return null;
    const patch = merge(putTimer(board, after), rememberTime(board, input));
    const discussion = presentDiscussion(board);
    const isTimeGiven = input.action === 'start' || input.action === 'add';
    if (!discussion || !isTimeGiven || meeting.phase !== 'discussing') return patch;
    // Added time fulfils the requests for more time.
    const answered = putDiscussion(board, { ...discussion, more_time: [], go_on: [] });
    return answered ? merge(patch, answered) : patch;
  },
});

export const phasesFeature: BoardFeature = {
  recordTypes: [],
  commands: [enter, enterNext, advance, setTimer],
};
