// Emails whose link has ended lose their words, for nobody is to find a secret there. Those that have left are kept for a week, for who asks whether one did; then their rows go.
import { and, isNull, lt, lte, ne } from 'drizzle-orm';

import type { Clock } from '#server/platform/clock';
import type { Queries } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';

import { mailOutbox } from './mail-outbox.table.ts';

const sentMailMaxAge = 7 * 24 * 3_600_000;

/** Deletes emails that were sent long ago. Emails that were not sent stay. */
export function trimSentMail(clock: Clock) {
  return async (queries: Queries): Promise<void> => {
    const before = new Date(clock.now().getTime() - sentMailMaxAge);
    // What was never sent has no such time, and none is before it.
    await queries.delete(mailOutbox).where(lt(mailOutbox.sentAt, before));
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
