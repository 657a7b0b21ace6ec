import type { SessionId, UserId } from '@wentwell/contract/ids';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { users } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** One login. Only the token's SHA-256 is kept: whoever reads the table cannot log in with it. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().$type<SessionId>().primaryKey(),
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);
