// The way a feature sends an email: a row in its own transaction, so that there is an email exactly if the change is.
import { and, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { z } from 'zod';

import { advisoryLocks } from '#server/platform/db/advisory-locks';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { newId } from '#server/platform/ids';

import { type MailKind, mailOutbox } from './mail-outbox.table.ts';

/** An email ready to leave: one recipient, one subject, the same words twice. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  kind?: MailKind | undefined;
  /** How long its link works, in ms; it does not leave later. */
  linkMaxAge?: number | undefined;
}

// A second address, a name or a header of its own cannot be written without one of these.
const oneAddress = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/;
// Directions that make a line read other than it is written: marks, embeddings, overrides, isolates.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const lineBreaksAndControls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
const subjectMax = 200;

/** Removes line breaks, control characters and bidi overrides from a line that may hold what a person typed. */
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

/** Returns the ids. `wake` tells the worker that emails wait. */
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

/** Mails of a kind to an address in a day. Locks the address, so that parallel requests stay in the limit. */
export async function countMailsOfDay(tx: Tx, to: string, kind: MailKind): Promise<number> {
  const address = to.toLowerCase();
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.mailToAddress}::int, hashtext(${address}))`,
  );
  const { recipient, createdAt } = mailOutbox;
  const isCounted = and(eq(mailOutbox.kind, kind), eq(sql`lower(${recipient})`, address));
  return tx.$count(mailOutbox, and(isCounted, gt(createdAt, fromDatabaseNow(-DAY))));
}

export async function takeBackMail(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(mailOutbox).where(inArray(mailOutbox.id, [...ids]));
}

/** Which emails: to whom, and where that is not all, only those that name somebody or something, or until when. */
export interface EmailsAbout {
  to: readonly string[];
  naming?: string;
  until?: Date;
}

/** Drops emails, sent or still to send, in the transaction that removes for good what they are about. */
export async function forgetMail(tx: Tx, { to, naming, until }: EmailsAbout): Promise<void> {
  if (to.length === 0) return;
  const name = naming === undefined ? '' : oneLine(naming);
  const recipients = to.map((address) => address.toLowerCase());
  await tx.delete(mailOutbox).where(
    and(
      inArray(sql`lower(${mailOutbox.recipient})`, recipients),
      // The text is there only until the email has left; its subject stays, however it was cut.
      name
        ? sql`position(${name} in ${mailOutbox.subject} || ' ' || ${mailOutbox.text}) > 0`
        : undefined,
      until && lte(mailOutbox.createdAt, until),
    ),
  );
}

/** Deletes emails that were sent `maxAge` ms ago, or none where it is null. Emails that were not sent stay. */
export function trimSentMail(maxAge: number | null) {
  return async (queries: Queries): Promise<void> => {
    if (maxAge === null) return;
    // An email that was never sent has no such time, and none is before it.
    await queries.delete(mailOutbox).where(lt(mailOutbox.sentAt, fromDatabaseNow(-maxAge)));
  };
}

/** Erases what was not sent in time: its link is of no use to the reader, and none to whoever reads the table. */
export async function eraseExpiredMail(queries: Queries): Promise<void> {
  const { sentAt, expiresAt, text } = mailOutbox;
  await queries
    .update(mailOutbox)
    .set({ text: '', html: '' })
    .where(and(isNull(sentAt), lte(expiresAt, databaseNow), ne(text, '')));
}
