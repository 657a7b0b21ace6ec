// Evidence of anonymity: what is stored of an anonymous meeting, as rows that were counted (docs/retro.md ).
import { z } from 'zod';

import { MeetingId } from './ids.ts';
import { Timestamp } from './text.ts';

const count = z.number().int().min(0);

export const StoredRows = z.object({
  place: z.enum(['database', 'history', 'mail', 'audit_log']),
  title: z.string(),
  /** The content of these rows. */
  holds: z.string(),
  /** Null while the number is a secret of the vote, or would tell whether a note was asked. */
  rows: count.nullable(),
  /** Rows that hold an account: its id, its address or one of its sessions. */
  with_person: count.nullable(),
  /** Those of them that also hold a note, comment or group. */
  with_both: count.nullable(),
});
export type StoredRows = z.infer<typeof StoredRows>;

/** In days; null: for ever. */
const days = z.number().nullable();

export const AnonymityEvidence = z.object({
  meeting_id: MeetingId,
  meeting_name: z.string(),
  counted_at: Timestamp,
  /** The tables of the database that were read for it: all. */
  tables: count,
  /** Rows about what people wrote, without a name. */
  written: z.array(StoredRows),
  /** Rows that name people, and say something else of them. */
  named: z.array(StoredRows),
  backup: z.object({
    /** The rows of this meeting that a backup made now would hold; null while a number in it is secret. */
    rows: count.nullable(),
    /** When the newest was made; null: never. */
    last_at: Timestamp.nullable(),
    /** How many the schedule keeps; null: it makes none. */
    keep: count.nullable(),
  }),
  /** The fewest answers of which anybody is shown a figure. */
  answers_min: count,
  keep_days: z.object({ deleted: days, history: days, mail: days, audit_log: days }),
});
export type AnonymityEvidence = z.infer<typeof AnonymityEvidence>;

/** The rows about what people wrote, and those of them that hold an account. */
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

/** How long is kept what: subject and rule. */
export function keepingRules({
  keep_days: keep,
  backup,
}: Pick<AnonymityEvidence, 'keep_days' | 'backup'>): readonly (readonly [string, string])[] {
  return [
    ['Deleted notes and comments', dayCount(keep.deleted)],
    ['History of the board', `${dayCount(keep.history)} after the last change of an ended meeting`],
    ['Mail that was sent', dayCount(keep.mail)],
    ['Audit log', dayCount(keep.audit_log)],
    ['Backups by schedule', backup.keep === null ? 'none are made' : `the newest ${backup.keep}`],
  ];
}

export const countingRule =
  'Every table of the database was searched. A row holds a person if the id or address of an account, or the id of one of its sessions, stands in it.';

export const notCovered =
  'Not covered: who watches the running server, the logs of a proxy, somebody’s style, being the only one who writes, and a backup from before somebody signed a note: it still holds the hash of that note beside those of their others.';
