// The emails that leave, as superusers look them over: whether one left and why not, never what it says.
import { adminPolicy } from '@wentwell/contract/admin';
import {
  type MailSearch,
  type MailState,
  type OutboxMail,
  shortAddress,
} from '@wentwell/contract/admin-lists';
import { and, desc, eq, gt, gte, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm';

import type { WriteAudit } from '#server/platform/audit';
import type { Database, Queries } from '#server/platform/db/database';
import { databaseNow, databaseNowField } from '#server/platform/db/database-time';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';
import { mailOutbox } from '#server/platform/mail/mail-outbox.table';
import { mailTries } from '#server/platform/mail/mail-worker';

export interface OutboxDeps {
  db: Database;
  audit: WriteAudit;
  /** Tells the worker that an email waits. */
  wake(): void;
}

// Never the columns of the text: what is not read cannot be shown.
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
const isUsable = or(isNull(mailOutbox.expiresAt), gt(mailOutbox.expiresAt, databaseNow));
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
    id: row.id,
    recipient: shortAddress(row.recipient),
    subject: row.subject,
    state,
    attempts: row.attempts,
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    next_attempt_at: state === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_error: row.lastError,
  };
}

export function outboxService({ db, audit, wake }: OutboxDeps) {
  async function read(queries: Queries, id: string): Promise<OutboxMail> {
    const [row] = await queries.select(columns).from(mailOutbox).where(eq(mailOutbox.id, id));
    if (!row) throw new ApiError('NOT_FOUND');
    return toOutboxMail(row);
  }

  return {
    /** Newest first. Those that were sent are there for a week. */
    async list(caller: Caller, { state, skip, limit }: MailSearch): Promise<ListPage<OutboxMail>> {
      authorize(adminPolicy.use(caller));
      const matching = state && inState[state];
      return db.snapshot(async (queries) => {
        const found = await queries
          .select(columns)
          .from(mailOutbox)
          .where(matching)
          .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
          .offset(skip)
          .limit(limit);
        return { rows: found.map(toOutboxMail), total: await queries.$count(mailOutbox, matching) };
      });
    },

    async get(caller: Caller, id: string): Promise<OutboxMail> {
      authorize(adminPolicy.use(caller));
      return read(db, id);
    },

    /** Tries again at once, and as often as a new email. */
    async retry(actor: Actor, id: string): Promise<OutboxMail> {
      authorize(adminPolicy.use(actor));
      return db.write(async (tx) => {
        const [waiting] = await tx
          .update(mailOutbox)
          .set({ attempts: 0, nextAttemptAt: databaseNow })
          .where(and(eq(mailOutbox.id, id), isUnsent, isUsable))
          .returning({ id: mailOutbox.id });
        if (!waiting) {
          await read(tx, id);
          throw new ApiError('MAIL_NOT_WAITING');
        }
        await audit(tx, actor, { action: 'retry_mail', targets: [{ kind: 'mails', id }] });
        tx.afterCommit(wake);
        return read(tx, id);
      });
    },
  };
}
export type OutboxService = ReturnType<typeof outboxService>;
