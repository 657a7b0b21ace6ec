// Reads the outbox for the development mailbox: sent and unsent emails, newest first.
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';

import type { Database } from '#server/platform/db/database';
import { toFields } from '#server/platform/db/field-names';

import { mailOutbox } from './mail-outbox.table.ts';

export const MailboxEmail = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
});
export type MailboxEmail = z.infer<typeof MailboxEmail>;

const listedMax = 100;

function toMailboxEmail(row: typeof mailOutbox.$inferSelect): MailboxEmail {
  return { ...toFields(row), to: row.recipient };
}

export function mailbox(db: Database) {
  return {
    async list(to?: string): Promise<MailboxEmail[]> {
      const rows = await db
        .select()
        .from(mailOutbox)
        .where(to === undefined ? undefined : eq(mailOutbox.recipient, to))
        .orderBy(desc(mailOutbox.id))
        .limit(listedMax);
      return rows.map(toMailboxEmail);
    },
    async find(id: string): Promise<MailboxEmail | null> {
      const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.id, id));
      return row ? toMailboxEmail(row) : null;
    },
  };
}
export type Mailbox = ReturnType<typeof mailbox>;
