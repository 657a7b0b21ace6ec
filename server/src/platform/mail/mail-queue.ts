// Queues emails as rows in a feature's transaction, so that an email exists exactly if the change was committed.
import { and, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { z } from 'zod';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { newId } from '#server/platform/ids';

import { type MailKind, mailOutbox } from './mail-outbox.table.ts';

/** An email to send: one recipient, one subject, and the content as text and HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  kind?: MailKind | undefined;
  /** Lifetime of its link in ms. The email is not sent after it. */
  linkMaxAge?: number | undefined;
}

// Excludes characters that could add a second address, a name or a header.
const oneAddress = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/;
// Bidirectional controls that display a line in another order: marks, embeddings, overrides and isolates.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const lineBreaksAndControls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const subjectMax = 200;

/** Removes line breaks, control characters and bidi controls from a line that may contain user text. */
export function oneLine(value: string): string {
  return value.replace(bidiControls, '').replace(lineBreaksAndControls, ' ').trim();
}

function newRow(mail: Mail) {
  if (!oneAddress.test(mail.to)) throw new Error('a letter goes to exactly one address');
  return {
    id: newId(z.uuid()),
    recipient: mail.to,
    subject: oneLine(mail.subject).slice(0, subjectMax).toWellFormed(),
    text: mail.text,
    html: mail.html,
    kind: mail.kind,
    ...(mail.linkMaxAge !== undefined && { expiresAt: fromDatabaseNow(mail.linkMaxAge) }),
  };
}

/** Returns the ids. `wake` notifies the worker. */
export function mailQueue(wake: () => void) {
  return async (tx: Tx, ...mails: readonly Mail[]): Promise<string[]> => {
    if (mails.length === 0) return [];
    const rows = mails.map(newRow);
    await tx.insert(mailOutbox).values(rows);
    tx.afterCommit(wake);
    return rows.map(({ id }) => id);
  };
}

const DAY = 24 * 3_600_000;

/** Emails of a kind to an address within a day. Locks the address, so that parallel requests stay in the limit. */
export async function countMailsOfDay(tx: Tx, to: string, kind: MailKind): Promise<number> {
  const address = to.toLowerCase();
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.mailToAddress}::int, hashtext(${address}))`,
  );
  const { recipient, createdAt } = mailOutbox;
  const isCounted = and(eq(mailOutbox.kind, kind), eq(sql`lower(${recipient})`, address));
  return tx.$count(mailOutbox, and(isCounted, gt(createdAt, fromDatabaseNow(-DAY))));
}

export async function deleteMail(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(mailOutbox).where(inArray(mailOutbox.id, [...ids]));
}

/** Selects emails by recipient, optionally only those that contain `naming` or were created by `until`. */
export interface EmailsAbout {
  to: readonly string[];
  naming?: string;
  until?: Date;
}

/** Deletes emails, sent or not, in the transaction that permanently deletes their subject. */
export async function forgetMail(tx: Tx, { to, naming, until }: EmailsAbout): Promise<void> {
  if (to.length === 0) return;
  const name = naming === undefined ? '' : oneLine(naming);
  const recipients = to.map((address) => address.toLowerCase());
  await tx.delete(mailOutbox).where(
    and(
      inArray(sql`lower(${mailOutbox.recipient})`, recipients),
      // The text is erased after sending; the subject, possibly truncated, stays.
      name
        ? sql`position(${name} in ${mailOutbox.subject} || ' ' || ${mailOutbox.text}) > 0`
        : undefined,
      until && lte(mailOutbox.createdAt, until),
    ),
  );
}

/** Deletes emails sent more than `maxAge` ms ago; none if null. Unsent emails stay. */
export function trimSentMail(maxAge: number | null) {
  return async (queries: Queries): Promise<void> => {
    if (maxAge === null) return;
    // `sentAt` is null for unsent emails, so the comparison excludes them.
    await queries.delete(mailOutbox).where(lt(mailOutbox.sentAt, fromDatabaseNow(-maxAge)));
  };
}

/** Erases the content of expired unsent emails: their links are useless to the recipient and must not stay readable. */
export async function eraseExpiredMail(queries: Queries): Promise<void> {
  const { sentAt, expiresAt, text } = mailOutbox;
  await queries
    .update(mailOutbox)
    .set({ text: '', html: '' })
    .where(and(isNull(sentAt), lte(expiresAt, databaseNow), ne(text, '')));
}
