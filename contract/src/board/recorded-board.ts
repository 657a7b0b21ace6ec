// A snapshot of a board as records, for clients that apply its changes.
import { z } from 'zod';

import { PersonColor } from '../accounts/person-colors.ts';
import { OwnScores } from '../check-in/check-in.ts';
import { UserId } from '../ids.ts';
import { LiveTicket, PresenceEntry } from '../live/live.ts';
import { type TeamContext, TeamRole } from '../teams/teams.ts';
import { SentRecord } from './change-frame.ts';

/** The reader of a board, as input for the contract's policies. */
export const BoardViewer = z.object({
  user_id: UserId,
  role: z.enum([...TeamRole.options, 'guest']).nullable(),
  is_superuser: z.boolean(),
});
export type BoardViewer = z.infer<typeof BoardViewer>;

export function teamContextOfViewer(you: BoardViewer): TeamContext {
  return { userId: you.user_id, isSuperuser: you.is_superuser, role: you.role };
}

/** A board's position in its history, and data about its reader. */
export const BoardHead = z.object({
  seq: z.number().int(),
  epoch: z.string(),
  /**
   * The seq at which the epoch began; null for the first. Changes after it that a client has from an earlier epoch are
   * lost (docs/live-protocol.md S-40).
   */
  epoch_seq: z.number().int().nullish(),
  you: BoardViewer,
  presence: z.array(PresenceEntry),
});

/** GET /meetings/{id}/records: the snapshot that live changes apply to. */
export const RecordedBoard = BoardHead.extend({
  records: z.array(SentRecord),
  own_scores: OwnScores,
  /** Version of `presence` for the socket. Absent if this node has no socket on the board. */
  presence_version: z.string().optional(),
  live_ticket: LiveTicket.optional(),
});
export type RecordedBoard = z.infer<typeof RecordedBoard>;

/** GET /meetings/{id}/names: a member or guest whom the board names. */
export const BoardName = z.object({
  user_id: UserId,
  name: z.string(),
  is_guest: z.boolean(),
  /** A member's colour as on the team's pages. Null for others. */
  color: PersonColor,
});
export type BoardName = z.infer<typeof BoardName>;
