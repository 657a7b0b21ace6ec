// The check-in as records: the question with its round of turns, and the totals of the scores as they may be known. The
// scores themselves are no records: nothing that is sent or logged may tell when one of them was given.
import { z } from 'zod';

import { OpenCheckIn } from '../check-in.ts';
import type { BoardState } from './board.ts';
import { presentMarks, turnType } from './marks.ts';
import { defineRecordType } from './record.ts';

/** Its id is the meeting's. */
const CheckInRecord = OpenCheckIn.omit({ turns: true }).extend({
  type: z.literal('check_in'),
  id: z.string(),
});
export type CheckInRecord = z.infer<typeof CheckInRecord>;
export const checkInType = defineRecordType<CheckInRecord>({
  type: 'check_in',
  schema: CheckInRecord,
});

const none = {
  question: null,
  question_hidden: false,
  mood: null,
  mood_after: null,
  worth: null,
};

export function presentCheckIn(board: BoardState): OpenCheckIn {
  const [found] = board.all(checkInType);
  const { question, question_hidden, mood, mood_after, worth } = found ?? none;
  const turns = presentMarks(board, turnType);
  return { question, question_hidden, turns, mood, mood_after, worth };
}
