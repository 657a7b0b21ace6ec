import type { UserId } from '@wentwell/contract/ids';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { users } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** Links that set a new password; single use, one hour, stored as hashes (api.md "Auth"). */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
);
