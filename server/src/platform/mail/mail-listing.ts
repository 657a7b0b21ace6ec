// The outbox for administrators: delivery state and errors, never the content.
import {
  type MailSearch,
  type MailState,
  type OutboxMail,
  shortAddress,
} from '@wentwell/contract/admin/admin-lists';
import { and, eq, gte, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';

import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow, databaseNowField } from '#server/platform/db/database-time';
import { toFields } from '#server/platform/db/field-names';
import { newestFirst, paged, readPage } from '#server/platform/http/keyed-list';
import type { ListPage } from '#server/platform/http/list-answer';

import { isUsable, mailOutbox } from './mail-outbox.table.ts';
import { mailTries } from './mail-worker.ts';

// Excludes the columns of the content, so that it cannot leak.
const columns = {
  id: mailOutbox.id,
  recipient: mailOutbox.recipient,
  subject: mailOutbox.subject,
  attempts: mailOutbox.attempts,
  createdAt: mailOutbox.createdAt,
  sentAt: mailOutbox.sentAt,
  nextAttemptAt: mailOutbox.nextAttemptAt,
  expiresAt: mailOutbox.expiresAt,
  lastError: mailOutbox.lastError,
  now: databaseNowField,
};

const isUnsent = isNull(mailOutbox.sentAt);
const isExpired = lte(mailOutbox.expiresAt, databaseNow);
const inState: Record<MailState, SQL | undefined> = {
  waiting: and(isUnsent, isUsable, lt(mailOutbox.attempts, mailTries)),
  given_up: and(isUnsent, isUsable, gte(mailOutbox.attempts, mailTries)),
  expired: and(isUnsent, isExpired),
  sent: isNotNull(mailOutbox.sentAt),
};

type Row = Pick<typeof mailOutbox.$inferSelect, Exclude<keyof typeof columns, 'now'>> & {
  now: Date;
};

function stateOf({ sentAt, expiresAt, attempts, now }: Row): MailState {
  if (sentAt) return 'sent';
  if (expiresAt && expiresAt <= now) return 'expired';
  return attempts >= mailTries ? 'given_up' : 'waiting';
}

function toOutboxMail(row: Row): OutboxMail {
  const state = stateOf(row);
  return {
    ...toFields(row),
    recipient: shortAddress(row.recipient),
    state,
    attempts: row.attempts > mailTries ? row.attempts - mailTries : row.attempts,
    next_attempt_at: state === 'waiting' ? row.nextAttemptAt.toISOString() : null,
  };
}

/** Newest first. Sent emails are deleted after some time. */
export async function listMail(queries: Queries, query: MailSearch): Promise<ListPage<OutboxMail>> {
  const page = await readPage(queries, query, {
    order: newestFirst(mailOutbox.createdAt, mailOutbox.id),
    tables: mailOutbox,
    where: query.state && inState[query.state],
    read: (rows) => paged(queries.select(columns).from(mailOutbox).$dynamic(), rows),
    cursorOf: ({ id, createdAt }) => [id, createdAt.toISOString()],
  });
  return { ...page, rows: page.rows.map(toOutboxMail) };
}

export async function readMail(queries: Queries, id: string): Promise<OutboxMail | null> {
  const [row] = await queries.select(columns).from(mailOutbox).where(eq(mailOutbox.id, id));
  return row ? toOutboxMail(row) : null;
}

/** Makes the email due again with a full number of attempts. False if it was sent, has expired or does not exist. */
export async function retryMail(tx: Tx, id: string): Promise<boolean> {
  const due = await tx
    .update(mailOutbox)
    .set({ attempts: 0, nextAttemptAt: databaseNow })
    .where(and(eq(mailOutbox.id, id), isUnsent, isUsable))
    .returning({ id: mailOutbox.id });
  return due.length > 0;
}

/** Counts waiting and failed emails, excluding expired waiting ones. Null if the database does not answer. */
export async function countUnsentMail(
  db: Pick<Database, 'probe'>,
): Promise<{ waiting: number; failed: number } | null> {
  const counts = {
    waiting: sql`count(*) filter (where ${inState.waiting})`.mapWith(Number),
    failed: sql`count(*) filter (where ${mailOutbox.attempts} >= ${mailTries})`.mapWith(Number),
  };
  const read = db.probe((queries) => queries.select(counts).from(mailOutbox).where(isUnsent));
  const [found] = await read.catch(() => []);
  return found ?? null;
}
