// Converts changes to and from the form in which the log stores them and the bus carries them.
import type { Change } from '@wentwell/contract/board/change';
import { boardRules } from '@wentwell/contract/board/features';
import {
  type BoardRecord,
  deserialize,
  keyOf,
  type Owner,
  type RecordRef,
  serialize,
  type StoredRecord,
} from '@wentwell/contract/board/record';
import { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

const { recordTypes } = boardRules;

/** A note's change, for the specification's messages. */
const NoteEvent = z.object({
  news: z.enum(['created', 'updated', 'moved', 'deleted', 'revealed']),
  id: NoteId,
});
export type NoteEvent = z.infer<typeof NoteEvent>;

export const StoredChange = z.object({
  command: z.string().nullable(),
  actorId: UserId.nullable(),
  changedAt: z.string().nullable(),
  put: z.array(
    z.object({
      type: z.string(),
      shape: z.number().int(),
      body: z.record(z.string(), z.unknown()),
    }),
  ),
  remove: z.array(
    z.object({
      type: z.string(),
      id: z.string(),
      owner: z.custom<Owner>((owner) => typeof owner === 'string').exactOptional(),
      ownId: z.string().exactOptional(),
    }),
  ),
  notes: z.array(NoteEvent),
});
export type StoredChange = z.infer<typeof StoredChange>;

export const LogEntry = z.object({
  meetingId: MeetingId,
  seq: z.number().int(),
  timestamp: z.string(),
  change: StoredChange,
});
export type LogEntry = z.infer<typeof LogEntry>;

export interface LoggedChange {
  meetingId: MeetingId;
  seq: number;
  timestamp: string;
  /** Null if a newer version wrote it in an unknown shape. */
  change: Change | null;
  notes: readonly NoteEvent[];
}

export function storedChange(
  { cause, put, remove }: Change,
  notes: readonly NoteEvent[],
): StoredChange {
  const records = put.map(serialize);
  return { ...cause, put: records, remove: [...remove], notes: [...notes] };
}

/** Null for a record of a newer version. */
export function readRecord(stored: StoredRecord): BoardRecord | null {
  const recordType = recordTypes.find({ type: stored.type });
  return recordType ? deserialize(recordType, stored) : null;
}

function readChange({ command, actorId, changedAt, put, remove }: StoredChange): Change | null {
  const records = put.map(readRecord);
  const known = records.filter((record) => record !== null);
  if (known.length < records.length) return null;
  return { cause: { command, actorId, changedAt }, put: known, remove };
}

export function loggedChange({ change, ...place }: LogEntry): LoggedChange {
  return { ...place, change: readChange(change), notes: change.notes };
}

/** The records that hold text of a user, as the log names them. */
export function textKeysOf(refs: readonly RecordRef[]): string[] {
  return refs.filter((ref) => recordTypes.of(ref).hasUserText).map(keyOf);
}
