// Raised hands, the earliest first (docs/retro.md ). They survive phase changes.
import { z } from 'zod';

import type { PolicyResult } from '../errors.ts';
import { UserId } from '../ids.ts';
import { type LedMeeting, type Meeting, meetingPolicy, whileLive } from '../meetings/meetings.ts';
import type { TeamContext } from '../teams/teams.ts';
import type { BoardState } from './board.ts';
import type { CascadeRule } from './cascade.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { requirePolicy } from './context.ts';
import { changedMeeting, meetingNow } from './meeting.ts';
import { defineRecordType } from './record.ts';

/** PUT /meetings/{id}/hand: the caller's hand, or another member's with `user_id`. */
export const HandInput = z
  .object({ raised: z.boolean(), user_id: UserId.optional() })
  .meta({ examples: [{ raised: true }] });
type HandInput = z.infer<typeof HandInput>;

/** `meeting.status` is the effective status. */
export const handPolicy = {
  /** Only the member can raise a hand. Leads can lower any hand. */
  set: (who: TeamContext, meeting: LiveMeeting, hand: HandInput): PolicyResult => {
    if (ownerOf(hand, who) !== who.userId)
      return hand.raised ? 'HAND_OF_ANOTHER' : handPolicy.lowerAll(who, meeting);
    return who.role === null ? 'TEAM_MEMBER_ONLY' : whileLive(meeting);
  },
  lowerAll: (who: TeamContext, meeting: LiveMeeting): PolicyResult =>
    meetingPolicy.lead(who, meeting) === 'allowed' ? whileLive(meeting) : 'HAND_OF_ANOTHER',
} as const;

function ownerOf({ user_id }: HandInput, who: TeamContext): UserId {
  return user_id ?? who.userId;
}

type LiveMeeting = LedMeeting & Pick<Meeting, 'status'>;

/** `id` is the member's id. */
const Hand = z.object({
  type: z.literal('hand'),
  id: UserId,
  user_id: UserId,
  /** Sort key. */
  place: z.number().int(),
});
export const handType = defineRecordType(Hand, {
  memberOf: ({ id }) => id,
});

/** The earliest first. */
export function presentHands(board: BoardState): UserId[] {
  return board
    .all(handType)
    .toSorted((a, b) => a.place - b.place)
    .map(({ id }) => id);
}

const setHand = defineCommand({
  name: 'hand.set',
  input: HandInput,
  decide(board, input, context) {
    const { caller } = context;
    const meeting = meetingNow(board, context);
    requirePolicy(handPolicy.set(caller, meeting, input));
    const { raised } = input;
    const user_id = ownerOf(input, caller);
    const hand = board.get(handType, user_id);
    if ((hand !== undefined) === raised) return null;
    if (hand) return { put: [], remove: [hand] };
    const place = 1 + Math.max(0, ...board.all(handType).map((each) => each.place));
    return { put: [{ type: handType.type, id: user_id, user_id, place }], remove: [] };
  },
});

const lowerAll = defineCommand({
  name: 'hand.lowerAll',
  input: z.object({}),
  decide(board, _, context) {
    requirePolicy(handPolicy.lowerAll(context.caller, meetingNow(board, context)));
    const remove = board.all(handType);
    return remove.length === 0 ? null : { put: [], remove };
  },
});

const lowerAtEnd: CascadeRule = (patch, { after }) => {
  const meeting = changedMeeting(patch);
  return meeting && meeting.status !== 'live' ? { put: [], remove: after.all(handType) } : null;
};

export const handsFeature = {
  recordTypes: [handType],
  commands: [setHand, lowerAll],
  cascades: [lowerAtEnd],
  /** The earliest first. */
  shape: { hands: z.array(UserId) },
  present: (view) => ({ hands: presentHands(view) }),
} satisfies ShownFeature;
