import { z } from 'zod';

import { meetingPolicy } from '../meetings.ts';
import { showsSinceLastTime } from '../since-last-time.ts';
import { additionsType, countRevealed } from './additions.ts';
import { type BoardFeature, defineCommand } from './command.ts';
import { rejectionOf } from './context.ts';
import { meetingNow } from './meeting.ts';

/** The server alone decides it, and knows how many wait. */
const revealAdditions = defineCommand({
  name: 'additions.reveal',
  input: z.object({ waiting: z.number().int() }),
  decide(board, { waiting }, context) {
    const meeting = meetingNow(board, context);
    const rejection = rejectionOf(meetingPolicy.lead(context.caller, meeting));
    if (rejection) return rejection;
    if (!showsSinceLastTime(meeting)) return { error: 'ADDITIONS_NOT_NOW' };
    if (waiting === 0) return null;
    const revealed = countRevealed(board) + waiting;
    return { put: [{ type: additionsType.type, id: meeting.id, revealed }], remove: [] };
  },
});

export const revealAdditionsFeature: BoardFeature = {
  recordTypes: [],
  commands: [revealAdditions],
};
