// A board at one moment, as the API answers it.
import { z } from 'zod';

import { Action } from './actions.ts';
import { Agreement } from './agreements.ts';
import { Thanks } from './board/thanks.ts';
import { CheckIn } from './check-in.ts';
import { CommentsByTopic } from './comments.ts';
import { Discussion } from './discussion.ts';
import { Group } from './groups.ts';
import { NoteId, UserId } from './ids.ts';
import { LiveTicket } from './live.ts';
import { Meeting } from './meetings.ts';
import { Note } from './notes.ts';
import { PhaseInfo } from './phases.ts';
import { Reactions } from './reactions.ts';
import { BoardHead } from './recorded-board.ts';
import { Timer } from './timer.ts';
import { Votes } from './votes.ts';

const BoardFields = z.object({
  meeting: Meeting,
  phase: PhaseInfo,
  notes: z.array(Note),
  groups: z.array(Group),
  votes: Votes,
  discussion: Discussion.nullable(),
  comments: CommentsByTopic,
  reactions: Reactions,
  /** In the order of their ids. */
  actions: z.array(Action),
  /** Absent outside of joining, as are the done action items that the meeting asks about, and the team's agreements. */
  since_last_time: z.array(Action).optional(),
  did_it_help: z.array(Action).optional(),
  agreements: z.array(Agreement).optional(),
  ready: z.array(UserId),
  /** The members whose hands are up, in the order in which these went up. */
  hands: z.array(UserId),
  thanks: z.array(Thanks),
  /** Own anonymous notes for whose author somebody has a question; nobody else is told. */
  asked: z.array(NoteId),
  /** How many additions of people who were away lie open. */
  additions_revealed: z.number().optional(),
  timer: Timer.nullable(),
  check_in: CheckIn,
});
export type BoardFields = z.infer<typeof BoardFields>;

/** GET /meetings/{id}/board, as its caller may see it; `seq` is the last change it contains. */
export const Board = z.object({
  ...BoardHead.shape,
  ...BoardFields.shape,
});
export type Board = z.infer<typeof Board>;

/** `ticket` asks for a ticket of the board's socket as well, so that a page that opens it need not ask twice. */
export const BoardQuery = z.object({ ticket: z.enum(['true', 'false']).optional() });
/** `live_ticket` is there where it was asked for and the meeting is live. A node of an earlier version sends none. */
export const BoardWithTicket = Board.extend({ live_ticket: LiveTicket.optional() });
export type BoardWithTicket = z.infer<typeof BoardWithTicket>;
