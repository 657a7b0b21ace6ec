// A change on its way to a client, as this viewer may see it (docs/live-protocol.md S-31 to S-35).
import { z } from 'zod';

import { envelope } from '../envelope.ts';
import type { RecordTypes } from './board.ts';
import { merge, type Patch } from './change.ts';
import type { BoardRecord } from './record.ts';

/** Read by the schema of its record type, which a client of an earlier version may not know. */
export const SentRecord: z.ZodType<BoardRecord> = z.looseObject({
  type: z.string(),
  id: z.string(),
});

const SentPatch = z.object({
  put: z.array(SentRecord),
  remove: z.array(z.object({ type: z.string(), id: z.string() })),
});
type SentPatch = z.infer<typeof SentPatch>;

export const ChangeFrame = z.object({
  ...envelope,
  type: z.literal('board_changed'),
  /** The board's seq with the change, one more than without it. */
  seq: z.number().int().min(1),
  data: z.object({
    ...SentPatch.shape,
    /** Null if the viewer may not know. */
    command: z.string().nullable(),
    /** Applies on top of the public patch, which is encoded once for all viewers. */
    own: SentPatch.optional(),
  }),
});
export type ChangeFrame = z.infer<typeof ChangeFrame>;

function readSent(recordTypes: RecordTypes, { put, remove }: SentPatch): Patch | null {
  const records = put.map((each) => recordTypes.find(each)?.schema.safeParse(each).data ?? null);
  const known = records.filter((record) => record !== null);
  return known.length < records.length ? null : { put: known, remove };
}

/** Null if a newer release sent what this release cannot read. */
export function readPatch(
  recordTypes: RecordTypes,
  { own, ...open }: ChangeFrame['data'],
): Patch | null {
  const publicPatch = readSent(recordTypes, open);
  const ownPatch = own && readSent(recordTypes, own);
  if (publicPatch === null || ownPatch === null) return null;
  return ownPatch ? merge(publicPatch, ownPatch) : publicPatch;
}
