// Evidence of anonymity: the counted rows stored for an anonymous meeting (docs/retro.md ).
import { z } from 'zod';

import { MeetingId } from '../ids.ts';
import { Timestamp } from '../text/text.ts';

const count = z.number().int().min(0);

export const StoredRows = z.object({
  place: z.enum(['database', 'history', 'mail', 'audit_log']),
  title: z.string(),
  holds: z.string(),
  /** Null while the vote is secret, and where the number itself would reveal something. */
  rows: count.nullable(),
  /** Rows that contain an account's id, address or session id. */
  with_person: count.nullable(),
  /** The rows of `with_person` that also contain a note, comment or group. */
  with_both: count.nullable(),
});
export type StoredRows = z.infer<typeof StoredRows>;

/** In days. Null: kept forever. */
const days = z.number().nullable();

export const AnonymityEvidence = z.object({
  meeting_id: MeetingId,
  meeting_name: z.string(),
  counted_at: Timestamp,
  /** The number of tables searched: all tables of the database. */
  tables: count,
  /** Rows about anonymous texts. */
  written: z.array(StoredRows),
  /** Rows that name people for other purposes. */
  named: z.array(StoredRows),
  backup: z.object({
    /** Rows of this meeting, without those that are not told, that a backup made now would contain. Null while the vote is secret. */
    rows: count.nullable(),
    /** When the newest backup was made. Null if there is none. */
    last_at: Timestamp.nullable(),
    /** The number of backups that the schedule keeps. Null if the schedule is off. */
    keep: count.nullable(),
  }),
  answers_min: count,
  keep_days: z.object({ deleted: days, history: days, mail: days, audit_log: days }),
});
export type AnonymityEvidence = z.infer<typeof AnonymityEvidence>;

/** The number of rows about anonymous texts, and how many of them contain an account. */
export function writtenTotals({ written }: Pick<AnonymityEvidence, 'written'>) {
  const sum = (of: (rows: StoredRows) => number | null) =>
    written.reduce((total, rows) => total + (of(rows) ?? 0), 0);
  return { rows: sum(({ rows }) => rows), withPerson: sum((each) => each.with_person) };
}

export const placeNames: Record<StoredRows['place'], string> = {
  database: 'Database',
  history: 'History of the board',
  mail: 'Mail',
  audit_log: 'Audit log',
};

const dayCount = (kept: number | null) =>
  kept === null ? 'for ever' : `${kept} ${kept === 1 ? 'day' : 'days'}`;

export function keepingRules({
  keep_days: keep,
  backup,
}: Pick<AnonymityEvidence, 'keep_days' | 'backup'>): readonly (readonly [string, string])[] {
  return [
    ['Deleted notes and comments', dayCount(keep.deleted)],
    ['History of the board', `${dayCount(keep.history)} after the last change of an ended meeting`],
    ['Mail that was sent', dayCount(keep.mail)],
    ['Audit log', dayCount(keep.audit_log)],
    ['Scheduled backups', backup.keep === null ? 'none are made' : `the newest ${backup.keep}`],
  ];
}

export const countingRule =
  'Every table of the database was searched. A row names a person if it holds the id or address of an account, or the id of one of its sessions.';

export const notCovered =
  "Not covered: access to the running server, proxy logs, someone's writing style, and being the only one who writes.";
