// "Did it help?" in joining. Answers are not records, so that nothing reveals when one was given.
import { z } from 'zod';

import { OutcomeInput } from '../actions/outcomes.ts';
import { showsSinceLastTime } from '../actions/since-last-time.ts';
import { ActionId } from '../ids.ts';
import { requireScorer } from './check-in.ts';
import { type BoardFeature, defineCommand } from './command.ts';
import { factOf, reject } from './context.ts';
import { meetingNow } from './meeting.ts';
import { defineRecordType } from './record.ts';

/** `id` is the action item's id. */
const AskedRecord = z.object({ type: z.literal('asked'), id: ActionId });
export const askedType = defineRecordType(AskedRecord);

/** Changes no record; the store writes the answer. */
const setOutcome = defineCommand({
  name: 'outcome.set',
  input: OutcomeInput.extend({ id: ActionId }),
  hidesActor: true,
  decide(board, { id }, context) {
    if (context.caller.role === null) reject('TEAM_MEMBER_ONLY');
    const isAsked = board.get(askedType, id) && showsSinceLastTime(meetingNow(board, context));
    if (!isAsked) reject('NOT_FOUND');
    const known = factOf(context, 'answers');
    if (known) requireScorer(board, known, context);
    return null;
  },
});

export const outcomesFeature: BoardFeature = { recordTypes: [askedType], commands: [setOutcome] };
