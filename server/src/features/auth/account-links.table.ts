import { index, pgTable, text } from 'drizzle-orm/pg-core';

import { ofUser } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** Single-use links sent to an account's address. They expire and are stored as hashes. */
function accountLinkTable(name: 'password_resets' | 'verifications') {
  return pgTable(
    name,
    {
      tokenHash: text().primaryKey(),
      userId: ofUser(),
      createdAt: instant().notNull().defaultNow(),
      expiresAt: instant().notNull(),
      usedAt: instant(),
    },
    (table) => [index(`${name}_user`).on(table.userId)],
  );
}
export type AccountLinkTable = ReturnType<typeof accountLinkTable>;

export const passwordResets = accountLinkTable('password_resets');

export const verifications = accountLinkTable('verifications');
