// Stores the `seq` of a board and its history: a change and its place are one transaction (docs/live-protocol.md S-32).
import { withEnough } from '@wentwell/contract/board/check-in';
import { boardRules } from '@wentwell/contract/board/features';
import { keyOf, type RecordRef, type StoredRecord } from '@wentwell/contract/board/record';
import { MeetingId, type TeamId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Bus } from '#server/platform/bus/bus';
import {
  type Database,
  preparePerConnection,
  type Queries,
  type Tx,
} from '#server/platform/db/database';
import { committed } from '#server/platform/metrics/measure';

import { boardHeads } from './board-heads.table.ts';
import { boardChanges } from './change-log.table.ts';
import { eraseTexts } from './erasure.ts';
import {
  type LogEntry,
  type LoggedChange,
  loggedChange,
  type StoredChange,
} from './stored-changes.ts';

type BoardHead = typeof boardHeads.$inferSelect;

/** A change of a locked board, with the board's head after it. */
export interface NewChange extends Omit<BoardHead, 'epochSeq'> {
  teamId: TeamId;
  change: StoredChange;
  textKeys: readonly string[];
  /** Records whose texts the change erases from the history. */
  erases: readonly RecordRef[];
  /** All clients get this time. */
  createdAt: Date;
}

/** A change on the bus, with the epoch of its board. */
export type ChangeMessage = LogEntry & { epoch: string };

export function boardChannel(meetingId: MeetingId): string {
  return `board:${meetingId}`;
}

const value = sql.placeholder;

/** The lock makes the heads predictable. */
const insertChanges = preparePerConnection((queries: Queries) => {
  const heads = sql`unnest((select ${value('meetingIds')}::uuid[]), (select ${value('seqs')}::bigint[]),
    (select ${value('bytes')}::bigint[]), (select ${value('since')}::timestamptz[])) as head(board, seq, bytes, since)`;
  const moved = queries.$with('moved', { id: sql`id`.as('id') })
    .as(sql`update board_heads set seq = head.seq, history_bytes = head.bytes, history_since = head.since
    from ${heads} where meeting_id = head.board returning meeting_id as id`);
  const stored = queries.$with('stored', { seq: sql`seq`.as('seq') })
    .as(sql`insert into board_changes
    (meeting_id, team_id, seq, change, text_keys, created_at)
    select "meetingId", "teamId", seq, change, "textKeys", "createdAt"
    from jsonb_to_recordset(${value('changes')}::jsonb) as new("meetingId" uuid, "teamId" uuid,
      seq bigint, change jsonb, "textKeys" text[], "createdAt" timestamptz)
      join moved on moved.id = "meetingId"
    returning seq`);
  return queries
    .with(moved, stored)
    .select({ seq: stored.seq })
    .from(stored)
    .prepare('append_changes');
});

const columns = {
  meetingId: boardChanges.meetingId,
  seq: boardChanges.seq,
  change: boardChanges.change,
  createdAt: boardChanges.createdAt,
};
/** Evaluated once for a statement, not for each row. */
const isOfEpoch = sql`(select epoch from board_heads where meeting_id = ${value('meetingId')}::uuid)
  = ${value('epoch')}::uuid`;
const isAfter = and(
  eq(boardChanges.meetingId, value('meetingId')),
  gt(boardChanges.seq, value('since')),
  isOfEpoch,
);

const readAfter = preparePerConnection((queries: Queries) =>
  queries
    .select(columns)
    .from(boardChanges)
    .where(isAfter)
    .orderBy(asc(boardChanges.seq))
    .limit(value('limit'))
    .prepare('read_changes_after'),
);

// PostgreSQL computes the sizes, so changes beyond the page are not sent.
const readPage = preparePerConnection((queries: Queries) => {
  const size = sql`octet_length(${boardChanges.change}::text)`;
  const before = sql`rows between unbounded preceding and 1 preceding`;
  const bytesBefore = sql`coalesce(sum(${size}) over (order by ${boardChanges.seq} ${before}), 0)`;
  const sized = queries.$with('sized').as(
    queries
      .select({ ...columns, bytesBefore: bytesBefore.as('before') })
      .from(boardChanges)
      .where(isAfter)
      .orderBy(asc(boardChanges.seq))
      .limit(value('limit')),
  );
  const { meetingId, seq, change, createdAt } = sized;
  return queries
    .with(sized)
    .select({ meetingId, seq, change, createdAt })
    .from(sized)
    .where(lt(sized.bytesBefore, value('bytes')))
    .orderBy(asc(seq))
    .prepare('read_changes_page');
});

const readHeads = preparePerConnection((queries: Queries) =>
  queries
    .select({ id: boardHeads.meetingId, seq: boardHeads.seq, epoch: boardHeads.epoch })
    .from(boardHeads)
    .where(sql`${boardHeads.meetingId} = any(${value('meetingIds')}::uuid[])`)
    .prepare('read_heads'),
);

const Head = z.object({ seq: z.coerce.number().int(), epoch: z.string() });
export type Head = z.infer<typeof Head>;
const HeadOf = Head.extend({ id: MeetingId });

export interface LogRange {
  epoch: string;
  since: number;
  limit: number;
}

type ChangeRow = Pick<typeof boardChanges.$inferSelect, keyof typeof columns>;

function entryOf({ createdAt, ...row }: ChangeRow): LogEntry {
  return { ...row, timestamp: createdAt.toISOString() };
}

/** The changes of a board after `since`, in order. Empty if the board's epoch has changed. */
export async function changesAfter(
  queries: Queries,
  meetingId: MeetingId,
  range: LogRange,
): Promise<LoggedChange[]> {
  const rows = await readAfter(queries).execute({ meetingId, ...range });
  return rows.map((row) => loggedChange(entryOf(row)));
}

export async function changesPage(
  queries: Queries,
  meetingId: MeetingId,
  { epoch, since }: Omit<LogRange, 'limit'>,
): Promise<LoggedChange[]> {
  const { resumeMax: limit, eventsPageBytes: bytes } = liveLimits;
  const rows = await readPage(queries).execute({ meetingId, epoch, since, limit, bytes });
  return rows.map((row) => loggedChange(entryOf(row)));
}

/** The changes as readers may see them now. */
export function withEnoughEach(
  changes: readonly LoggedChange[],
  answersMin: number,
): LoggedChange[] {
  return changes.map(({ change, ...place }) => ({
    ...place,
    change: change && { ...change, put: change.put.map((each) => withEnough(each, answersMin)) },
  }));
}

function withoutRecords(each: NewChange, erased: ReadonlySet<string>): NewChange {
  const { put, remove } = each.change;
  const refOf = ({ type, body }: StoredRecord): RecordRef => ({ type, id: String(body['id']) });
  const isErased = (record: StoredRecord): boolean => erased.has(keyOf(refOf(record)));
  const removed = put
    .filter(isErased)
    .map(refOf)
    .filter((ref) => !boardRules.recordTypes.of(ref).isErasedSilently);
  const left = put.filter((record) => !isErased(record));
  return {
    ...each,
    change: { ...each.change, put: left, remove: [...remove, ...removed] },
    textKeys: each.textKeys.filter((key) => !erased.has(key)),
  };
}

/** The changes without the texts that a later one of them erases. */
function withoutErased(changes: readonly NewChange[]): NewChange[] {
  const left: NewChange[] = [];
  const erasedOn = new Map<MeetingId, ReadonlySet<string>>();
  for (const each of changes.toReversed()) {
    const erased = erasedOn.get(each.meetingId) ?? new Set<string>();
    left.unshift(erased.size === 0 ? each : withoutRecords(each, erased));
    erasedOn.set(each.meetingId, new Set([...erased, ...each.erases.map(keyOf)]));
  }
  return left;
}

export function changeLog(db: Database, bus: Bus, answersMin: number) {
  return {
    /**
     * Appends changes to locked boards and erases removed texts. Returns a function that sends the statements. The
     * changes are published after COMMIT.
     */
    append(tx: Tx, given: readonly NewChange[]): () => Promise<unknown> {
      if (given.length === 0) return () => Promise.resolve();
      const changes = withoutErased(given);
      for (const { meetingId, seq, epoch, change, createdAt } of changes) {
        const entry = { meetingId, seq, change, timestamp: createdAt.toISOString() };
        const message = JSON.stringify({ ...entry, epoch } satisfies ChangeMessage);
        tx.afterCommit(() => {
          committed(meetingId, seq);
          bus.publish(boardChannel(meetingId), message);
        });
      }
      const heads = [...new Map(changes.map((each) => [each.meetingId, each])).values()];
      const values = {
        meetingIds: heads.map(({ meetingId }) => meetingId),
        seqs: heads.map(({ seq }) => seq),
        bytes: heads.map(({ historyBytes }) => historyBytes),
        since: heads.map(({ historySince }) => historySince.toISOString()),
        changes: JSON.stringify(changes),
      };
      return () =>
        Promise.all([
          // Erase first: a later change of this batch may put the text back.
          ...changes.map(({ meetingId, erases }) => eraseTexts(tx, { meetingId }, erases)),
          insertChanges(tx).execute(values),
        ]);
    },

    /** The changes of a board after `since`, as readers may see them now. */
    async after(meetingId: MeetingId, range: LogRange): Promise<LoggedChange[]> {
      return withEnoughEach(await changesAfter(db, meetingId, range), answersMin);
    },

    async head(meetingId: MeetingId): Promise<Head> {
      const [found] = await readHeads(db).execute({ meetingIds: [meetingId] });
      return Head.parse(found);
    },

    async heads(meetingIds: readonly MeetingId[]): Promise<Map<MeetingId, Head>> {
      if (meetingIds.length === 0) return new Map();
      const found = await readHeads(db).execute({ meetingIds: [...meetingIds] });
      return new Map(found.map((row) => HeadOf.parse(row)).map((head) => [head.id, head]));
    },
  };
}
export type ChangeLog = ReturnType<typeof changeLog>;
