// A snapshot of a board, as the API returns it.
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
  /** Sorted by id. */
  actions: z.array(Action),
  /** These three are only present in joining. `did_it_help` has the done action items that the meeting asks about. */
  since_last_time: z.array(Action).optional(),
  did_it_help: z.array(Action).optional(),
  agreements: z.array(Agreement).optional(),
  ready: z.array(UserId),
  /** Members with raised hands, the earliest first. */
  hands: z.array(UserId),
  thanks: z.array(Thanks),
  /** The caller's own anonymous notes with a question to the author. Nobody else sees them. */
  asked: z.array(NoteId),
  /** The number of revealed additions by absent members. */
  additions_revealed: z.number().optional(),
  timer: Timer.nullable(),
  check_in: CheckIn,
});
export type BoardFields = z.infer<typeof BoardFields>;

/** GET /meetings/{id}/board, as the caller may see it. `seq` is the last change it contains. */
export const Board = z.object({
  ...BoardHead.shape,
  ...BoardFields.shape,
});
export type Board = z.infer<typeof Board>;

/** `ticket` requests a socket ticket too, which saves the page a second request. */
export const BoardQuery = z.object({ ticket: z.enum(['true', 'false']).optional() });
/** `live_ticket` is present if it was requested and the meeting is live. Nodes of earlier versions omit it. */
export const BoardWithTicket = Board.extend({ live_ticket: LiveTicket.optional() });
export type BoardWithTicket = z.infer<typeof BoardWithTicket>;
