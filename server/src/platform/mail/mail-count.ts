// How many emails wait, and how many were given up, for who watches the node.
import { isNull, sql } from 'drizzle-orm';

import type { Database } from '#server/platform/db/database';

import { mailOutbox } from './mail-outbox.table.ts';
import { mailTries } from './mail-worker.ts';

/** Emails that nobody can use any more are not counted. Null where the database does not answer. */
export async function countUnsentMail(
  db: Pick<Database, 'probe'>,
): Promise<{ waiting: number; failed: number } | null> {
  const { attempts, sentAt, expiresAt } = mailOutbox;
  const isUseful = sql`(${expiresAt} is null or ${expiresAt} > now())`;
  const counts = {
    waiting: sql`count(*) filter (where ${attempts} < ${mailTries} and ${isUseful})`.mapWith(
      Number,
    ),
    failed: sql`count(*) filter (where ${attempts} >= ${mailTries})`.mapWith(Number),
  };
  const read = db.probe((queries) => queries.select(counts).from(mailOutbox).where(isNull(sentAt)));
  const [found] = await read.catch(() => []);
  return found ?? null;
}
