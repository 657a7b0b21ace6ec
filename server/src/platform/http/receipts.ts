/**
 * Receipts make a repeated request harmless: the status of a change's answer is stored in the change's own transaction.
 * The same person's same request with the same Idempotency-Key gets that status, and the present body (docs/api.md A-31).
 * Refusals are not kept: they changed nothing, and may turn out otherwise the next time.
 */
import { boardSeqHeader } from '@wentwell/contract/board-seq';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, asc, eq, inArray, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';

import { type Database, preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { fromDatabaseNow } from '#server/platform/db/database-time';
import type { Job } from '#server/platform/housekeeping';
import { count } from '#server/platform/metrics/measure';

import { ApiError } from './api-error.ts';
import type { Command } from './command.ts';
import { type Kept, receipts } from './receipts.table.ts';
import { versioned } from './versions.ts';
import type { InTurn } from './writer-queue.ts';

export type { Kept } from './receipts.table.ts';

/** The answer to a change; `version` goes into the ETag. */
export interface Answer<T> {
  status: number;
  body: T;
  version?: number;
  /** The board's seq with the change, or a later one. */
  boardSeq?: number;
  /** All that a receipt has of the answer, beside its status. */
  kept?: Kept;
}

export interface KeyedCommand {
  once: NonNullable<Command['once']>;
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

export function isKeyed<C extends Pick<Command, 'once'>>(command: C): command is C & KeyedCommand {
  return command.once !== undefined;
}

// One statement may not run for longer than a few seconds, however much has gathered.
const trimmedAtOnce = 5000;

const ofKey = and(
  eq(receipts.userId, sql.placeholder('userId')),
  eq(receipts.key, sql.placeholder('key')),
);

// By the database's clock: what one node stores, the others judge.
const expiry = fromDatabaseNow(-limits.receiptMaxAge);
const isExpired = sql<boolean>`${receipts.createdAt} < ${expiry}`;

/** The time of a receipt without a name is rounded: it must not tell when its note was written. */
function madeAt(isUnnamed: SQLWrapper): SQL {
  return sql`case when ${isUnnamed} then date_trunc('hour', now(), 'UTC') else now() end`;
}

const claimKey = preparedOn((queries: Queries) => {
  const fresh = {
    requestHash: sql.placeholder('requestHash'),
    createdAt: madeAt(sql`${sql.placeholder('isUnnamed')}::boolean`),
  };
  return queries
    .insert(receipts)
    .values({ userId: sql.placeholder('userId'), key: sql.placeholder('key'), ...fresh })
    .onConflictDoUpdate({
      target: [receipts.userId, receipts.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        firstStatus: null,
        createdAt: sql`excluded.created_at`,
      },
      // A key without an answer was claimed where BEGIN failed: nothing else was done with it.
      setWhere: sql`${isExpired} or ${isNull(receipts.firstStatus)}`,
    })
    .returning({ key: receipts.key })
    .prepare('claim_key');
});

const keepAnswer = preparedOn((queries: Queries) =>
  queries
    .update(receipts)
    .set({
      firstStatus: sql`${sql.placeholder('status')}`,
      kept: sql`${sql.placeholder('kept')}`,
    })
    .where(ofKey)
    .prepare('keep_answer'),
);

// The limit forces a look-up for each key, and `unnest` hides their number from the planner.
const findReceipts = preparedOn((queries: Queries) => {
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
    .select({
      userId: found.userId,
      key: found.key,
      requestHash: found.requestHash,
      firstStatus: found.firstStatus,
      kept: found.kept,
      isExpired: found.isExpired,
    })
    .from(sql`${keys} as asked(user_id, key)`)
    .innerJoinLateral(found, sql`true`)
    .prepare('find_receipts');
});

// Fails if another transaction has answered a key meanwhile; the change then runs again.
const addReceipts = preparedOn((queries: Queries) => {
  const added = queries.$with('added', { key: sql`key`.as('key') }).as(sql`insert into receipts
      (user_id, key, request_hash, first_status, kept, created_at)
    select "userId", key, "requestHash", status, kept, ${madeAt(sql`"isUnnamed"`)}
    from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as answered("userId" uuid, key text,
      "requestHash" text, status int, kept jsonb, "isUnnamed" boolean)
    returning key`);
  return queries.with(added).select({ key: added.key }).from(added).prepare('add_receipts');
});

const dropReceipt = preparedOn((queries: Queries) =>
  queries.delete(receipts).where(ofKey).prepare('drop_receipt'),
);

function placeOf({ once }: KeyedCommand) {
  const { key, requestHash, holder } = once;
  return { userId: holder.id, key, requestHash, isUnnamed: holder.isUnnamed };
}

/** If no board lock orders the requests of a key, claim the key before the change. */
export function receiptRows() {
  return {
    /** Writes the key before the work: a second request waits here. False if the key has an answer. */
    async claim(tx: Tx, command: KeyedCommand): Promise<boolean> {
      return (await claimKey(tx).execute(placeOf(command))).length > 0;
    },

    /** The receipts of the keys. To be sent behind the lock under which they are written. */
    async find(tx: Tx, commands: readonly KeyedCommand[]): Promise<FoundReceipt[]> {
      if (commands.length === 0) return [];
      return findReceipts(tx).execute({
        userIds: commands.map(({ once }) => once.holder.id),
        keys: commands.map(({ once }) => once.key),
      });
    },

    /** Null to carry the command out; an expired answer is deleted. Throws KEY_REUSED for another request. */
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
      count('commands_repeated');
      return { firstStatus, kept: kept ?? {} };
    },

    /** Stores the answer of a claimed key with COMMIT. */
    keepClaimed(tx: Tx, { once }: KeyedCommand, { status, kept }: Answer<unknown>): void {
      const stored = kept === undefined ? null : JSON.stringify(kept);
      const values = { userId: once.holder.id, key: once.key, status, kept: stored };
      tx.beforeCommit(() => keepAnswer(tx).execute(values));
    },

    /** Stores the answers of keys that have none with COMMIT. */
    keep(tx: Tx, all: readonly { command: KeyedCommand; answer: Answer<unknown> }[]): void {
      if (all.length === 0) return;
      const rows = all.map(({ command, answer: { status, kept } }) => ({
        ...placeOf(command),
        status,
        kept,
      }));
      tx.beforeCommit(() => addReceipts(tx).execute({ rows: JSON.stringify(rows) }));
    },
  };
}

export async function forgetReceipts(tx: Tx, userId: UserId): Promise<void> {
  await tx.delete(receipts).where(eq(receipts.userId, userId));
}

/** Clears away the receipts that have expired. */
export function trimReceipts(): Job['run'] {
  return async (tx) => {
    for (let trimmed = trimmedAtOnce; trimmed === trimmedAtOnce;) {
      const expired = tx
        .select({ place: sql`ctid` })
        .from(receipts)
        .where(isExpired)
        // Without an order PostgreSQL expects to meet expired rows soon, and reads the whole table where there are none.
        .orderBy(asc(receipts.createdAt))
        .limit(trimmedAtOnce);
      const { rowCount } = await tx.delete(receipts).where(inArray(sql`ctid`, expired));
      trimmed = rowCount ?? 0;
    }
  };
}

/** A change outside the board's store, of a list or of meetings: turn, key, lock, policy, write, receipt, COMMIT, answer. */
export interface Change<T, L> {
  /** The board that `load` locks first, if any. Its writers take turns before they open a transaction. */
  board?: MeetingId;
  /** Locks and reads what the work needs. Sent with BEGIN and the key's claim, so it must not write. */
  load(tx: Tx): Promise<L>;
  /** Decides and writes; whatever it throws leaves neither change nor receipt. */
  work(tx: Tx, loaded: L): Promise<Answer<T>>;
  /** Answers a repeat by the present state. Throws if the entity is gone or hidden from the caller by now. */
  again(tx: Tx, kept: Kept): Promise<Answer<T>>;
}

/** How a change that answers nothing is repeated: there is nothing to see. */
export const emptyAnswer = {
  again: (): Promise<Answer<null>> => Promise.resolve({ status: 204, body: null }),
};

/** Sets status, ETag and the board's seq. */
export function answered<T>(
  reply: FastifyReply,
  { status, body, version, boardSeq }: Answer<T>,
): T {
  reply.status(status);
  if (boardSeq !== undefined) reply.header(boardSeqHeader, boardSeq);
  return version === undefined ? body : versioned(reply, version, body);
}

export function receiptBook(db: Database, inTurn: InTurn) {
  const rows = receiptRows();

  async function runOnce<T, L>(
    tx: Tx,
    command: Pick<Command, 'once'>,
    change: Change<T, L>,
  ): Promise<Answer<T>> {
    const isLocked = change.board !== undefined;
    const claiming = isKeyed(command) && !isLocked ? rows.claim(tx, command) : true;
    // A repeated request must not be refused for what it may not see any more before its receipt is read.
    const loading = change.load(tx).then(
      (loaded) => ({ loaded }),
      (error: unknown) => ({ error }),
    );
    // The lock of the board lets one request of a key in at a time.
    const finding = isKeyed(command) && isLocked ? rows.find(tx, [command]) : [];
    const [isClaimed, load, found] = await Promise.all([claiming, loading, finding, tx.began]);
    if ('error' in load && !(load.error instanceof ApiError)) throw load.error;
    if (isKeyed(command)) {
      const repeat = rows.repeatOf(tx, command, isClaimed ? found : await rows.find(tx, [command]));
      if (repeat) return { ...(await change.again(tx, repeat.kept)), status: repeat.firstStatus };
    }
    if ('error' in load) throw load.error;
    const answer = await change.work(tx, load.loaded);
    if (isKeyed(command)) {
      if (isLocked) rows.keep(tx, [{ command, answer }]);
      else rows.keepClaimed(tx, command, answer);
    }
    return answer;
  }

  return {
    /** Runs a change in one transaction, once per Idempotency-Key; without a key every command counts. */
    async once<T, L>(command: Command, change: Change<T, L>): Promise<Answer<T>> {
      const write = () => db.write((tx) => runOnce(tx, command, change), { pipelined: true });
      const { board: meetingId } = change;
      return meetingId ? inTurn({ meetingId, userId: command.userId }, write) : write();
    },
  };
}
export type ReceiptBook = ReturnType<typeof receiptBook>;
