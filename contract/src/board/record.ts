// A record is one typed item. Its type defines who sees it and whether it has user text.
import type { z } from 'zod';

import type { MeetingId, UserId } from '../ids.ts';
import type { AuthorHash, Viewer } from '../notes/author-keys.ts';

export interface BoardRecord {
  readonly type: string;
  /** Ends with a person's id if it contains one, so that a claim can replace it (`purges.ts`). */
  readonly id: string;
}

export type RecordRef = Pick<BoardRecord, 'type' | 'id'>;

export function keyOf({ type, id }: RecordRef): string {
  return `${type} ${id}`;
}

// Cached, because React rerenders changed objects and copying 1,000 notes per change is slow.
const fieldsOfRecords = new WeakMap<BoardRecord, object>();

/** The fields of a record without `type`, as in the API. Always returns the same object. */
export function fieldsOf<R extends BoardRecord>(record: R): Omit<R, 'type'> {
  const known = fieldsOfRecords.get(record);
  // Safe: the map stores the fields of exactly this record.
  if (known) return known as Omit<R, 'type'>;
  const { type: _, ...fields } = record;
  fieldsOfRecords.set(record, fields);
  return fields;
}

/** A user or the holder of a hashed author key who may see more of a record than others. */
export type Owner = `user:${UserId}` | `key:${AuthorHash}`;

export interface RecordViews<R> {
  /** The record for all other viewers. Null hides it. */
  publicView: R | null;
  /** The record for its owner. Null if the owner sees the public view. */
  privateView: { owner: Owner; record: R } | null;
}

export type RecordBody = Readonly<Record<string, unknown>>;

export interface RecordType<R extends BoardRecord> {
  readonly type: R['type'];
  readonly schema: z.ZodType<R>;
  /** Must depend only on this record. A record never becomes less visible; remove it instead. */
  views(record: R): RecordViews<R>;
  /** Users write text in this record, so removing it also erases it from the log. */
  readonly hasUserText: boolean;
  /** Shown only while the team has recognition on. */
  readonly isRecognition: boolean;
  /** Erasing leaves no removal in the log, because only the owner may know that the record existed. */
  readonly isErasedSilently: boolean;
  /**
   * The id of the note that this record belongs to. The record survives the note's soft deletion and is removed with
   * its permanent deletion.
   */
  noteOf?(record: R): string;
  /** The member whose record it is and whose id it has. The record ends when they leave the team. */
  memberOf?(record: R): UserId;
  /** Whether the meeting shows the record only in joining (`look-back.ts`). */
  isLookBack?(record: R, meetingId: MeetingId): boolean;
  /** Computed from other records by a derivation. No command writes it. */
  readonly isDerived: boolean;
}
// `views` uses method syntax, which is bivariant, so that a RecordType<Note> is an AnyRecordType.
export type AnyRecordType = RecordType<BoardRecord>;

/** By default a record type is public and has no user text. */
export function defineRecordType<R extends BoardRecord>(
  schema: z.ZodType<R> & { shape: { type: z.ZodLiteral<R['type']> } },
  options: Partial<RecordType<R>> = {},
): RecordType<R> {
  return {
    type: schema.shape.type.value,
    schema,
    views: (record) => ({ publicView: record, privateView: null }),
    hasUserText: false,
    isRecognition: false,
    isErasedSilently: false,
    isDerived: false,
    ...options,
  };
}

export function isOwner(viewer: Viewer | null, owner: Owner): boolean {
  if (viewer === null) return false;
  return owner === `user:${viewer.userId}` || owner === `key:${viewer.authorHash ?? ''}`;
}

/** Null if the viewer may not see the record. A null viewer only sees public views. */
export function viewRecord<R extends BoardRecord>(
  recordType: RecordType<R>,
  record: R,
  viewer: Viewer | null,
): R | null {
  const { publicView, privateView } = recordType.views(record);
  return privateView && isOwner(viewer, privateView.owner) ? privateView.record : publicView;
}

export interface StoredRecord {
  type: string;
  shape: number;
  body: RecordBody;
}

/** The shape of records as this release stores them. */
const shape = 1;

export function serialize(record: BoardRecord): StoredRecord {
  return { type: record.type, shape, body: { ...record } };
}

/** Null if a newer release wrote a shape that this release cannot read. */
export function deserialize({ schema }: AnyRecordType, stored: StoredRecord): BoardRecord | null {
  return stored.shape === shape ? (schema.safeParse(stored.body).data ?? null) : null;
}
