// What goes for good goes from the stored answers too; a retry after that is a new request.
import type { UserId } from '@wentwell/contract/ids';
import { eq, or, sql } from 'drizzle-orm';

import type { Tx } from '#server/platform/db/database';

import { receipts } from './receipts.table.ts';

/** Drops the receipts whose answers mention one of the words (ids, an address), and those of a person. */
export async function forgetReceipts(
  tx: Tx,
  { mentioning, of }: { mentioning: readonly string[]; of?: UserId },
): Promise<void> {
  const words = sql.param(mentioning.map((word) => word.toLowerCase()));
  const mentions = sql`exists (select from unnest(${words}::text[]) as asked(word)
    where position(asked.word in lower(${receipts.body}::text)) > 0)`;
  await tx.delete(receipts).where(or(mentions, of && eq(receipts.userId, of)));
}
