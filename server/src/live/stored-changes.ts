// Converts changes to and from the form in which the log stores them and the bus carries them.
import { type Change, erase } from '@wentwell/contract/board/change';
import { boardRules } from '@wentwell/contract/board/features';
import { noteType } from '@wentwell/contract/board/notes';
import {
  deserialize,
  type Owner,
  type RecordRef,
  serialize,
  type StoredRecord,
} from '@wentwell/contract/board/record';
import { UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

const { recordTypes } = boardRules;

const StoredChange = z.object({
  since: z.number().int(),
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
});
export type StoredChange = z.infer<typeof StoredChange>;

/** A change of a board's history, in full. */
export interface LoggedChange {
  /** The board's seq without it. */
  since: number;
  change: Change;
}

export function storedChange({ since, change }: LoggedChange): StoredChange {
  const { cause, put, remove } = change;
  return {
    since,
    ...cause,
    put: put.map((record) => serialize(recordTypes.of(record), record)),
    remove: [...remove],
  };
}

/** Null where a newer version wrote what this one cannot read. */
export function loggedChange(stored: unknown): LoggedChange | null {
  const read = StoredChange.safeParse(stored).data;
  if (!read) return null;
  const { since, command, actorId, changedAt, remove } = read;
  const put = read.put.map(readRecord);
  const known = put.filter((record) => record !== null);
  if (known.length < put.length) return null;
  return { since, change: { cause: { command, actorId, changedAt }, put: known, remove } };
}

function readRecord(stored: StoredRecord) {
  const recordType = recordTypes.find({ type: stored.type });
  return recordType ? deserialize(recordType, stored) : null;
}

/** The records of the change that hold text of a user: their removal erases it from the log. */
export function textsOf({ put }: Change): string[] {
  return put.filter((record) => recordTypes.of(record).hasUserText).map(({ id }) => id);
}

/** The change without what these records say. */
export function eraseRecords(logged: LoggedChange, refs: readonly RecordRef[]): LoggedChange {
  return { ...logged, change: erase(recordTypes, logged.change, refs) };
}

/** The change without its notes, nor whoever brought them. A later change puts the notes again. */
export function eraseNotes({ since, change }: LoggedChange): LoggedChange {
  const notes = change.put.filter(({ type }) => type === noteType.type);
  const { cause, ...patch } = erase(recordTypes, change, notes);
  return { since, change: { ...patch, cause: { ...cause, actorId: null } } };
}
