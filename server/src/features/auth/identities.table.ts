import type { IdentityId } from '@wentwell/contract/ids';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { ofUser } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** An account's sign-in by an identity provider. The subject is its id of the person, which outlives their address. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().$type<IdentityId>().primaryKey(),
    userId: ofUser(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** As the provider told it last: shown to its owner, and decides nothing. */
    email: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.issuer, table.subject),
    index('identities_user').on(table.userId),
  ],
);

/** Browsers that went to the provider and have not come back. What they bring along is derived from their secret. */
export const providerSignIns = pgTable('provider_sign_ins', {
  secretHash: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Sign-ins that wait for their owner to prove that the account of the same address is theirs. */
export const pendingLinks = pgTable(
  'pending_links',
  {
    tokenHash: text().primaryKey(),
    userId: ofUser(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    /** Hash of the mailed code; null where the account's password is asked. */
    codeHash: text(),
    tries: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('pending_links_user').on(table.userId)],
);
