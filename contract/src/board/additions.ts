// Additions by absent members (docs/retro.md R-365). The board only counts revealed ones; it has no texts.
import { z } from 'zod';

import { showsSinceLastTime } from '../actions/since-last-time.ts';
import { meetingPolicy } from '../meetings/meetings.ts';
import type { BoardState } from './board.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { reject } from './context.ts';
import { meetingNow } from './meeting.ts';
import { defineRecordType } from './record.ts';

/** `id` is the meeting's id. */
const AdditionsRecord = z.object({
  type: z.literal('additions'),
  id: z.string(),
  revealed: z.number(),
});
export const additionsType = defineRecordType(AdditionsRecord);

function countRevealed(board: BoardState): number {
  return board.all(additionsType)[0]?.revealed ?? 0;
}

/** Decided only by the server, which knows the number of waiting additions. */
const revealAdditions = defineCommand({
  name: 'additions.reveal',
  input: z.object({ waiting: z.number().int() }),
  decide(board, { waiting }, context) {
    const meeting = meetingNow(board, context);
    if (meetingPolicy.lead(context.caller, meeting) !== 'allowed') reject('ADDITIONS_LEADS_ONLY');
    if (!showsSinceLastTime(meeting)) reject('ADDITIONS_NOT_NOW');
    if (waiting === 0) return null;
    const revealed = countRevealed(board) + waiting;
    return { put: [{ type: additionsType.type, id: meeting.id, revealed }], remove: [] };
  },
});

export const additionsFeature = {
  recordTypes: [additionsType],
  commands: [revealAdditions],
  shape: { additions_revealed: z.number().optional() },
  present: (view): { additions_revealed?: number | undefined } => ({
    additions_revealed: countRevealed(view),
  }),
} satisfies ShownFeature;
