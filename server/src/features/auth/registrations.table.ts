import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { ofUser } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** Used only if an unverified address was registered more than once. A single registration is in `users`. */
export const registrations = pgTable(
  'registrations',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** The caller's network block, hashed with the account id. Null for the address's first registration. */
    sourceHash: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('registrations_user').on(table.userId)],
);
