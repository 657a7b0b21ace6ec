// A record is one typed item. Its type defines who sees it, and whether it holds user text.
import type { z } from 'zod';

import type { AuthorHash, Viewer } from '../author-keys.ts';
import type { UserId } from '../ids.ts';

export interface BoardRecord {
  readonly type: string;
  readonly id: string;
}

export type RecordRef = Pick<BoardRecord, 'type' | 'id'>;

export function keyOf({ type, id }: RecordRef): string {
  return `${type} ${id}`;
}

// Pages draw again what is another object, and a board of 1,000 notes takes too long to copy for each change.
const fieldsOfRecords = new WeakMap<BoardRecord, object>();

/** The fields of a record without its type, as the API knows them. The same object at every call. */
export function fieldsOf<R extends BoardRecord>(record: R): Omit<R, 'type'> {
  const known = fieldsOfRecords.get(record);
  // Safe: the fields in the map are those of this very record.
  if (known) return known as Omit<R, 'type'>;
  const { type: _, ...fields } = record;
  fieldsOfRecords.set(record, fields);
  return fields;
}

/** The user, or the holder of a hashed author key, who may see more of a record than everybody else. */
export type Owner = `user:${UserId}` | `key:${AuthorHash}`;

export interface RecordViews<R> {
  /** The record as everybody sees it. Null hides it. */
  publicView: R | null;
  /** The record as its owner sees it instead. Null if the owner sees the public view. */
  privateView: { owner: Owner; record: R } | null;
}

export type RecordBody = Readonly<Record<string, unknown>>;

export interface RecordType<R extends BoardRecord> {
  readonly type: R['type'];
  readonly schema: z.ZodType<R>;
  /** Must depend on this record alone. A record never becomes less visible; remove it instead. */
  views(record: R): RecordViews<R>;
  /** Users write text in this record, so removing it also erases it from the log. */
  readonly hasUserText: boolean;
  /** Erased from the log, it leaves no removal there: its owner alone may know that it ever was. */
  readonly isErasedSilently: boolean;
  /** The note that it hangs on. It outlasts the note's deletion, and goes when the note is deleted for good. */
  noteOf?(record: R): string;
  /** Computed from other records by a derivation. No command writes it. */
  readonly isDerived: boolean;
}
// `views` uses method syntax, which is bivariant, so that a RecordType<Note> is an AnyRecordType.
export type AnyRecordType = RecordType<BoardRecord>;

function fullyPublic<R>(record: R): RecordViews<R> {
  return { publicView: record, privateView: null };
}

/** Without options, a record type is public and holds no user text. */
export function defineRecordType<R extends BoardRecord>(
  options: Pick<RecordType<R>, 'type' | 'schema'> & Partial<RecordType<R>>,
): RecordType<R> {
  return {
    views: fullyPublic,
    hasUserText: false,
    isErasedSilently: false,
    isDerived: false,
    ...options,
  };
}

export function isOwner(viewer: Viewer | null, owner: Owner): boolean {
  if (viewer === null) return false;
  return owner === `user:${viewer.userId}` || owner === `key:${viewer.authorHash ?? ''}`;
}

/** Null if the viewer may not see the record. A null viewer owns nothing and sees public views alone. */
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
