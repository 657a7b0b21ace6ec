// A board at one moment as records, for clients that follow its changes.
import { z } from 'zod';

import { SentRecord } from './board/change-frame.ts';
import { OwnScores } from './check-in.ts';
import { UserId } from './ids.ts';
import { LiveTicket, PresenceEntry } from './live.ts';
import { type TeamContext, TeamRole } from './teams.ts';

/** The reader of a board, for whom the contract's policies can be asked. */
export const BoardViewer = z.object({
  user_id: UserId,
  role: z.enum([...TeamRole.options, 'guest']).nullable(),
  is_superuser: z.boolean(),
});
export type BoardViewer = z.infer<typeof BoardViewer>;

export function teamContextOfViewer(you: BoardViewer): TeamContext {
  return { userId: you.user_id, isSuperuser: you.is_superuser, role: you.role };
}

/** A board's place in its history, and what hangs on its reader. */
export const BoardHead = z.object({
  seq: z.number().int(),
  epoch: z.string(),
  /** The seq at which the epoch began; null for the first one. What a client knew beyond it in an earlier epoch is lost (docs/live-protocol.md S-40). */
  epoch_seq: z.number().int().nullish(),
  you: BoardViewer,
  presence: z.array(PresenceEntry),
});

/** GET /meetings/{id}/records: what the changes of the live channel apply to. */
export const RecordedBoard = BoardHead.extend({
  records: z.array(SentRecord),
  own_scores: OwnScores,
  /** Names this state of `presence`, for the socket; absent where this node has no socket on the board. */
  presence_version: z.string().optional(),
  live_ticket: LiveTicket.optional(),
});
export type RecordedBoard = z.infer<typeof RecordedBoard>;

/** GET /meetings/{id}/names: somebody whom a board names, a guest too. */
export const BoardName = z.object({ user_id: UserId, name: z.string(), is_guest: z.boolean() });
export type BoardName = z.infer<typeof BoardName>;
