// Emails whose link has ended lose their words, for nobody is to find a secret there. Those
// that have left are kept for some days, for who asks whether one did; then their rows go.
import { and, isNull, lt, lte, ne } from 'drizzle-orm';

import type { Queries } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';

import { mailOutbox } from './mail-outbox.table.ts';

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
