// Thanks between members (docs/retro.md ). They always name giver and recipient, and never a time.
import { z } from 'zod';

import { isReviewed, type ReviewedMeeting } from '../check-in/check-in-calls.ts';
import type { PolicyResult } from '../errors.ts';
import { UserId, Uuid } from '../ids.ts';
import { type LedMeeting, meetingPolicy } from '../meetings/meetings.ts';
import { isInTeam, type TeamContext } from '../teams/teams.ts';
import { requiredText } from '../text/text.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { requirePolicy, factOf, reject } from './context.ts';
import { meetingNow } from './meeting.ts';
import { defineRecordType, fieldsOf } from './record.ts';

export const ThanksId = Uuid.brand<'ThanksId'>();
export type ThanksId = z.infer<typeof ThanksId>;

/** Characters. */
export const thanksTextMax = 200;
export const thanksPerBoard = 200;

/** POST /meetings/{id}/thanks */
export const ThanksInput = z
  .object({
    to_user_id: UserId,
    text: requiredText(thanksTextMax, 'Please say what for.'),
  })
  .meta({
    examples: [
      {
        to_user_id: '0198f2c4-7f00-7000-8000-000000000005',
        text: 'For explaining the ledger until all of us got it.',
      },
    ],
  });
export type ThanksInput = z.infer<typeof ThanksInput>;

export const Thanks = z.object({
  id: ThanksId,
  /** The giver. */
  user_id: UserId,
  to_user_id: UserId,
  text: z.string(),
  /** Sort key. */
  place: z.number().int(),
});
export type Thanks = z.infer<typeof Thanks>;

/** `meeting.status` is the effective status. */
export const thanksPolicy = {
  give: (who: TeamContext, meeting: ReviewedMeeting, now: Date): PolicyResult => {
    if (!isInTeam(who)) return 'TEAM_MEMBER_ONLY';
    return isReviewed(meeting, now) ? 'allowed' : 'THANKS_NOT_NOW';
  },
  /** Allowed for the giver and for those who may change the meeting. */
  takeBack: (
    who: TeamContext,
    meeting: LedMeeting & ReviewedMeeting,
    { by: { user_id }, now }: { by: Pick<Thanks, 'user_id'>; now: Date },
  ) => {
    const isTheirs = isInTeam(who) && who.userId === user_id;
    if (!isTheirs && meetingPolicy.change(who, meeting) !== 'allowed') return 'THANKS_OF_ANOTHER';
    const isOpen = meeting.status === 'live' || isReviewed(meeting, now);
    return isOpen ? 'allowed' : 'MEETING_NOT_LIVE';
  },
} as const;

const ThanksRecord = Thanks.extend({ type: z.literal('thanks') });
type ThanksRecord = z.infer<typeof ThanksRecord>;
export const thanksType = defineRecordType(ThanksRecord, {
  hasUserText: true,
  isRecognition: true,
});

const give = defineCommand({
  name: 'thanks.give',
  input: ThanksInput.extend({ id: ThanksId }),
  decide(board, { id, to_user_id, text }, context) {
    const { userId: user_id } = context.caller;
    requirePolicy(thanksPolicy.give(context.caller, meetingNow(board, context), context.now));
    if (to_user_id === user_id) reject('THANKS_TO_ONESELF');
    const members = factOf(context, 'members');
    if (members && !members.has(to_user_id)) reject('NOT_A_MEMBER');
    const all = board.all(thanksType);
    if (board.get(thanksType, id)) reject('ID_TAKEN');
    if (all.length >= thanksPerBoard) reject('THANKS_FULL');
    const place = 1 + Math.max(0, ...all.map((each) => each.place));
    const given: ThanksRecord = { type: 'thanks', id, user_id, to_user_id, text, place };
    return { put: [given], remove: [] };
  },
});

const takeBack = defineCommand({
  name: 'thanks.takeBack',
  input: z.object({ id: ThanksId }),
  decide(board, { id }, context) {
    const thanks = board.get(thanksType, id) ?? reject('NOT_FOUND');
    const meeting = meetingNow(board, context);
    const { caller, now } = context;
    requirePolicy(thanksPolicy.takeBack(caller, meeting, { by: thanks, now }));
    return { put: [], remove: [thanks] };
  },
});

export const thanksFeature = {
  recordTypes: [thanksType],
  commands: [give, takeBack],
  shape: { thanks: z.array(Thanks) },
  // In the order of giving.
  present: (view) => ({
    thanks: view
      .all(thanksType)
      .toSorted((a, b) => a.place - b.place)
      .map(fieldsOf),
  }),
  isReported: ({ thanks }: { thanks: Thanks[] }) => thanks.length > 0,
} satisfies ShownFeature;
