// A change sent to a client, as this viewer may see it (docs/live-protocol.md S-31 to S-35).
import { z } from 'zod';

import { UserId } from '../ids.ts';
import { Timestamp } from '../text/text.ts';
import type { RecordTypes } from './board.ts';
import { merge, type Patch } from './change.ts';
import type { BoardRecord } from './record.ts';

/** The client validates it with the schema of its record type, which an earlier version may not have. */
export const SentRecord: z.ZodType<BoardRecord> = z.looseObject({
  type: z.string(),
  id: z.string(),
});

const SentPatch = z.object({
  put: z.array(SentRecord),
  remove: z.array(z.object({ type: z.string(), id: z.string() })),
});
type SentPatch = z.infer<typeof SentPatch>;

/** Shared by all frames of both directions. `userId` is the actor; null for the server's own frames. */
export const envelope = { userId: UserId.nullable(), timestamp: Timestamp };

export const ChangeFrame = z.object({
  ...envelope,
  type: z.literal('board_changed'),
  /** The board's seq after the change, one more than before. */
  seq: z.number().int().min(1),
  data: z.object({
    ...SentPatch.shape,
    /** Null if the viewer may not know it. */
    command: z.string().nullable(),
    /** Applied after the public patch, which is encoded once for all viewers. */
    own: SentPatch.optional(),
  }),
});
export type ChangeFrame = z.infer<typeof ChangeFrame>;

function readSent(recordTypes: RecordTypes, { put, remove }: SentPatch): Patch | null {
  const records = put.map((each) => recordTypes.find(each)?.schema.safeParse(each).data ?? null);
  const known = records.filter((record) => record !== null);
  return known.length < records.length ? null : { put: known, remove };
}

/** Null if a newer release sent records that this release cannot read. */
export function readPatch(
  recordTypes: RecordTypes,
  { own, ...open }: ChangeFrame['data'],
): Patch | null {
  const publicPatch = readSent(recordTypes, open);
  const ownPatch = own && readSent(recordTypes, own);
  if (publicPatch === null || ownPatch === null) return null;
  return ownPatch ? merge(publicPatch, ownPatch) : publicPatch;
}
