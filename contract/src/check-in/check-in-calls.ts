// Requests and policy of check-ins (docs/retro.md ).
import { z } from 'zod';

import { wholeNumber } from '../api/sentences.ts';
import type { PolicyResult } from '../errors.ts';
import { UserId } from '../ids.ts';
import {
  isLead,
  type LedMeeting,
  type Meeting,
  meetingPolicy,
  whileLive,
} from '../meetings/meetings.ts';
import { isFrom, type Phase } from '../phases.ts';
import { isInTeam, type TeamContext } from '../teams/teams.ts';
import { isQuestion, OpenCheckIn, type QuestionKind, questionOf } from './check-in.ts';

/** PUT /meetings/{id}/mood and /worth: sets the caller's score, so retries are idempotent. Also the response. */
export const Score = z.object({ score: wholeNumber(1, 5) }).meta({ examples: [{ score: 4 }] });

/** PUT /meetings/{id}/check-up: sets the caller's answer to one question. Also the response. */
export const CheckUpScore = Score.extend({ question: z.string().max(1000) }).meta({
  examples: [{ question: 'I learn something every week', score: 4 }],
});
export type CheckUpScore = z.infer<typeof CheckUpScore>;

/** The call that sets a score; `path` below the meeting's. */
export function scoreCall(kind: 'mood' | 'worth' | QuestionKind, score: number) {
  return isQuestion(kind)
    ? { path: 'check-up', body: { question: questionOf(kind), score } }
    : { path: kind, body: { score } };
}

/** POST /meetings/{id}/check-up/results. */
export const CheckUpResults = OpenCheckIn.pick({ check_up: true }).meta({
  examples: [
    {
      check_up: [
        {
          question: 'I learn something every week',
          totals: { answers: 5, mean: 3.4, histogram: [0, 1, 1, 3, 0] },
        },
      ],
    },
  ],
});

/** PUT /meetings/{id}/check-in/turn. `user_id` defaults to the caller. */
export const TurnInput = z
  .object({ done: z.boolean(), user_id: UserId.optional() })
  .meta({ examples: [{ done: true }] });
export type TurnInput = z.infer<typeof TurnInput>;

export const CheckInInput = z
  .object({ question_hidden: z.boolean() })
  .meta({ examples: [{ question_hidden: true }] });

export const CheckInRound = OpenCheckIn.pick({
  question: true,
  question_hidden: true,
  turns: true,
}).meta({
  examples: [
    {
      question: 'What was the best thing you ate this week?',
      question_hidden: false,
      turns: ['0198f2c4-7f00-7000-8000-000000000001'],
    },
  ],
});
export type CheckInRound = z.infer<typeof CheckInRound>;

export function moodOf(phase: Phase): 'mood' | 'mood_after' {
  return isFrom('discussing', phase) ? 'mood_after' : 'mood';
}

const dayMs = 24 * 60 * 60 * 1000;

export type ReviewedMeeting = Pick<
  Meeting,
  'status' | 'phase' | 'end_time' | 'imported' | 'created_at'
>;

/** From discussing until a day after closing, if it was closed here. */
export function isReviewed(
  { status, phase, end_time, imported = false, created_at }: ReviewedMeeting,
  now: Date,
): boolean {
  if (status === 'live') return isFrom('discussing', phase);
  if (status !== 'closed' || end_time === null || (imported && end_time <= created_at))
    return false;
  return now.getTime() < new Date(end_time).getTime() + dayMs;
}

type MeetingNow = LedMeeting & ReviewedMeeting & Pick<Meeting, 'settings'>;

/** `meeting.status` is the effective status by the database's clock. */
export const checkInPolicy = {
  /** Excludes guests: with two guests among three new answers, the third person's score could be derived. */
  mood: (who: TeamContext, { status, phase, settings }: MeetingNow): PolicyResult => {
    if (!isInTeam(who)) return 'TEAM_MEMBER_ONLY';
    if (status !== 'live') return 'MEETING_NOT_LIVE';
    return settings.check_in || moodOf(phase) === 'mood_after' ? 'allowed' : 'CHECK_IN_OFF';
  },
  worth: (who: TeamContext, meeting: ReviewedMeeting, now: Date): PolicyResult => {
    if (!isInTeam(who)) return 'TEAM_MEMBER_ONLY';
    return isReviewed(meeting, now) ? 'allowed' : 'WORTH_NOT_NOW';
  },
  /** Members answer in joining. Without `question`, checks whether the meeting asks any. */
  checkUp: (who: TeamContext, meeting: MeetingNow, question?: string): PolicyResult => {
    if (!isInTeam(who)) return 'TEAM_MEMBER_ONLY';
    if (meeting.status !== 'live') return 'MEETING_NOT_LIVE';
    const { check_up: asked } = meeting.settings;
    const isAsked = question === undefined ? asked.length > 0 : asked.includes(question);
    if (!isAsked) return 'CHECK_UP_NOT_ASKED';
    return meeting.phase === 'joining' ? 'allowed' : 'CHECK_UP_NOT_NOW';
  },
  showCheckUp: (who: TeamContext, meeting: MeetingNow): PolicyResult => {
    if (meetingPolicy.lead(who, meeting) !== 'allowed') return 'CHECK_IN_OWNER_ONLY';
    return whileLive(meeting);
  },
  /** Covers the question and its round. Only leads can set the turn of others. */
  turn: (who: TeamContext, meeting: MeetingNow, target: UserId): PolicyResult => {
    if (who.role === null) return 'TEAM_MEMBER_ONLY';
    if (target !== who.userId && !isLead(who.userId, meeting)) return 'CHECK_IN_OWNER_ONLY';
    if (meeting.status !== 'live') return 'MEETING_NOT_LIVE';
    if (!meeting.settings.check_in) return 'CHECK_IN_OFF';
    return meeting.phase === 'joining' ? 'allowed' : 'CHECK_IN_NOT_NOW';
  },
  lead: (who: TeamContext, meeting: MeetingNow): PolicyResult =>
    isLead(who.userId, meeting)
      ? checkInPolicy.turn(who, meeting, who.userId)
      : 'CHECK_IN_OWNER_ONLY',
} as const;
