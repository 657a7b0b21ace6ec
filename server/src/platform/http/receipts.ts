/**
 * Idempotency receipts: the status of a response is stored in the change's transaction. A retry with the same user,
 * request and Idempotency-Key gets that status with the current body (docs/api.md A-31). Errors are not stored, because
 * they changed nothing and may differ on the next attempt.
 */
import { boardSeqHeader } from '@wentwell/contract/api/headers';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, asc, eq, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import {
  type Database,
  preparePerConnection,
  type Queries,
  type Tx,
} from '#server/platform/db/database';
import { fromDatabaseNow } from '#server/platform/db/database-time';
import { count } from '#server/platform/metrics/measure';

import { ApiError } from './api-error.ts';
import { type CommandRequest, versioned } from './command.ts';
import { type Kept, receipts } from './receipts.table.ts';
import type { InTurn } from './writer-queue.ts';

export type { Kept } from './receipts.table.ts';

/** The response to a change. `version` becomes the ETag. */
export interface Answer<T> {
  status: number;
  body: T;
  version?: number;
  /** A seq of the board that includes the change. */
  boardSeq?: number;
  /** Additional data that the receipt stores. */
  kept?: Kept;
}

export interface KeyedCommand {
  once: NonNullable<CommandRequest['once']>;
}

export interface Repeat {
  firstStatus: number;
  kept: Kept;
}

type Receipt = typeof receipts.$inferSelect;

interface FoundReceipt extends Pick<
  Receipt,
  'userId' | 'key' | 'requestHash' | 'firstStatus' | 'kept'
> {
  isExpired: boolean;
}

export function isKeyed<C extends Pick<CommandRequest, 'once'>>(
  command: C,
): command is C & KeyedCommand {
  return command.once !== undefined;
}

// Bounds each statement's duration.
const trimmedAtOnce = 5000;

const ofKey = and(
  eq(receipts.userId, sql.placeholder('userId')),
  eq(receipts.key, sql.placeholder('key')),
);

// Uses the database's clock, because nodes read each other's receipts.
const expiry = fromDatabaseNow(-limits.receiptMaxAge);
const isExpired = sql<boolean>`${receipts.createdAt} < ${expiry}`;

/** Rounds the time of anonymous receipts, so that it does not reveal when a note was written. */
function madeAt(isAnonymous: SQLWrapper): SQL {
  return sql`case when ${isAnonymous} then date_trunc('hour', now(), 'UTC') else now() end`;
}

// `limit 1` forces an index lookup per key; `unnest` hides the number of keys from the planner.
const findReceipts = preparePerConnection((queries: Queries) => {
  const keys = sql`unnest((select ${sql.placeholder('userIds')}::uuid[]), (select ${sql.placeholder('keys')}::text[]))`;
  const ofKey = and(eq(receipts.userId, sql`asked.user_id`), eq(receipts.key, sql`asked.key`));
  const { userId, key, requestHash, firstStatus, kept } = receipts;
  const found = queries
    .select({ userId, key, requestHash, firstStatus, kept, isExpired: isExpired.as('is_expired') })
    .from(receipts)
    .where(ofKey)
    .limit(1)
    .as('found');
  return queries
    .select()
    .from(sql`${keys} as asked(user_id, key)`)
    .innerJoinLateral(found, sql`true`)
    .prepare('find_receipts');
});

// Waits for another transaction with one of the keys, and fails if it has answered it. The change is then retried.
const addReceipts = preparePerConnection((queries: Queries) => {
  const added = queries.$with('added', { key: sql`key`.as('key') }).as(sql`insert into receipts
      (user_id, key, request_hash, first_status, kept, created_at)
    select "userId", key, "requestHash", status, kept, ${madeAt(sql`"isAnonymous"`)}
    from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as answered("userId" uuid, key text,
      "requestHash" text, status int, kept jsonb, "isAnonymous" boolean)
    returning key`);
  return queries.with(added).select({ key: added.key }).from(added).prepare('add_receipts');
});

const dropReceipt = preparePerConnection((queries: Queries) =>
  queries.delete(receipts).where(ofKey).prepare('drop_receipt'),
);

/** A repeated request waits for the first one, instead of doing its work again. */
async function lockKey(tx: Tx, { once: { key, holder } }: KeyedCommand): Promise<void> {
  const lock = sql`select pg_advisory_xact_lock(${advisoryLocks.receiptOfKey}::int, hashtext(${`${holder.id} ${key}`}))`;
  await tx.execute(lock).execute();
}

export const receiptRows = {
  /** The keys' receipts. Send it after the statement that takes their lock. */
  async find(tx: Tx, commands: readonly KeyedCommand[]): Promise<FoundReceipt[]> {
    if (commands.length === 0) return [];
    const rows = await findReceipts(tx).execute({
      userIds: commands.map(({ once }) => once.holder.id),
      keys: commands.map(({ once }) => once.key),
    });
    return rows.map(({ found }) => found);
  },

  /** Null if the command must run; deletes an expired receipt. Throws KEY_REUSED for a different request. */
  repeatOf(tx: Tx, { once }: KeyedCommand, found: readonly FoundReceipt[]): Repeat | null {
    const { key, holder, requestHash } = once;
    const own = found.find((each) => each.key === key && each.userId === holder.id);
    if (!own) return null;
    const { firstStatus, kept } = own;
    if (firstStatus === null || own.isExpired) {
      tx.beforeCommit(() => dropReceipt(tx).execute({ userId: holder.id, key }));
      return null;
    }
    if (own.requestHash !== requestHash) throw new ApiError('KEY_REUSED');
    tx.afterCommit(() => count('commands_repeated'));
    return { firstStatus, kept: kept ?? {} };
  },

  /** Stores responses with COMMIT. */
  keep(tx: Tx, all: readonly { command: KeyedCommand; answer: Answer<unknown> }[]): void {
    if (all.length === 0) return;
    const rows = all.map(({ command: { once }, answer: { status, kept } }) => {
      const { key, requestHash, holder } = once;
      return { userId: holder.id, key, requestHash, isAnonymous: holder.isAnonymous, status, kept };
    });
    tx.beforeCommit(() => addReceipts(tx).execute({ rows: JSON.stringify(rows) }));
  },
};

export async function forgetReceipts(tx: Tx, userId: UserId): Promise<void> {
  await tx.delete(receipts).where(eq(receipts.userId, userId));
}

export async function trimReceipts(tx: Tx): Promise<void> {
  for (let trimmed = trimmedAtOnce; trimmed === trimmedAtOnce;) {
    const expired = tx
      .select({ place: sql`ctid` })
      .from(receipts)
      .where(isExpired)
      // Without it, PostgreSQL expects to find expired rows early and scans the whole table if there are none.
      .orderBy(asc(receipts.createdAt))
      .limit(trimmedAtOnce);
    const { rowCount } = await tx.delete(receipts).where(inArray(sql`ctid`, expired));
    trimmed = rowCount ?? 0;
  }
}

/** A change outside the board store. Order: queue, key, lock, policy, write, receipt, COMMIT, response. */
export interface Change<T, L> {
  /** The board that `load` locks first, if any. Its writers queue before they open a transaction. */
  board?: MeetingId;
  /** Locks and reads what `work` needs. Sent with BEGIN, so it must not write. */
  load(tx: Tx): Promise<L>;
  /** Decides and writes. An exception rolls back the change and its receipt. */
  work(tx: Tx, loaded: L): Promise<Answer<T>>;
  /** Responds to a retry with the current state. Throws if the entity was removed or is now hidden from the caller. */
  again(tx: Tx, kept: Kept): Promise<Answer<T>>;
}

/** `again` of changes with an empty response. */
export const emptyAnswer = {
  again: (): Promise<Answer<null>> => Promise.resolve({ status: 204, body: null }),
};

export function answered<T>(
  reply: FastifyReply,
  { status, body, version, boardSeq }: Answer<T>,
): T {
  reply.status(status);
  if (boardSeq !== undefined) reply.header(boardSeqHeader, boardSeq);
  return version === undefined ? body : versioned(reply, version, body);
}

export function receiptBook(db: Database, inTurn: InTurn) {
  async function runOnce<T, L>(
    tx: Tx,
    command: Pick<CommandRequest, 'once'>,
    change: Change<T, L>,
  ): Promise<Answer<T>> {
    const keyed = isKeyed(command) ? [command] : [];
    const locking = keyed.map((each) => lockKey(tx, each));
    // Errors of `load` are held back: a retry must read its receipt even if the caller has lost access since.
    const loading = change.load(tx).then(
      (loaded) => ({ loaded }),
      (error: unknown) => ({ error }),
    );
    const finding = receiptRows.find(tx, keyed);
    const [load, found] = await Promise.all([loading, finding, tx.began, ...locking]);
    if ('error' in load && !(load.error instanceof ApiError)) throw load.error;
    for (const each of keyed) {
      const repeat = receiptRows.repeatOf(tx, each, found);
      if (repeat) return { ...(await change.again(tx, repeat.kept)), status: repeat.firstStatus };
    }
    if ('error' in load) throw load.error;
    const answer = await change.work(tx, load.loaded);
    receiptRows.keep(
      tx,
      keyed.map((each) => ({ command: each, answer })),
    );
    return answer;
  }

  return {
    /** Runs a change in one transaction, once per Idempotency-Key. Without a key, every request takes effect. */
    async once<T, L>(
      command: Pick<CommandRequest, 'userId' | 'once'>,
      change: Change<T, L>,
    ): Promise<Answer<T>> {
      const write = () => db.write((tx) => runOnce(tx, command, change), { pipelined: true });
      const { board: meetingId } = change;
      return meetingId ? inTurn({ meetingId, userId: command.userId }, write) : write();
    },
  };
}
export type ReceiptBook = ReturnType<typeof receiptBook>;
