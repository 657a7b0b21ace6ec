import { gt, isNull, or, sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';
import { databaseNow } from '#server/platform/db/database-time';

/** Invitations are counted per address. Summaries have low priority. */
export type MailKind = 'invitation' | 'summary';

/** Emails to send: written in the transaction that causes them, sent by a worker. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: uuid().primaryKey(),
    /** Null: not counted, normal priority. */
    kind: text().$type<MailKind>(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull().defaultNow(),
    sentAt: instant(),
    /** When its link expires. After that an unsent email is never sent, and its content is erased. */
    expiresAt: instant(),
    lastError: text(),
  },
  (table) => [
    // The worker only queries due emails; most rows have been sent.
    index('mail_outbox_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null`),
    index('mail_outbox_created').on(table.createdAt, table.id),
    index('mail_outbox_sent').on(table.sentAt),
    index('mail_outbox_counted')
      .on(sql`lower(${table.recipient})`, table.createdAt)
      .where(sql`${table.kind} is not null`),
  ],
);

/** Its link, if any, still works. */
export const isUsable = or(isNull(mailOutbox.expiresAt), gt(mailOutbox.expiresAt, databaseNow));
