import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { ofUser } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** Registrations of an unverified address that was registered more than once. A single one is in `users`. */
export const registrations = pgTable(
  'registrations',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    email: text().notNull(),
    passwordHash: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** The address block that it came from, hashed with the account; unknown for an address's first registration. */
    sourceHash: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('registrations_user').on(table.userId)],
);
