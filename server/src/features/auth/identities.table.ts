import type { IdentityId } from '@wentwell/contract/ids';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { ofUser } from '#server/features/users/users.table';
import { instant } from '#server/platform/db/columns';

/** Links an account to an identity provider. `subject` is the provider's stable user id. The address may change. */
export const identities = pgTable(
  'identities',
  {
    id: uuid().$type<IdentityId>().primaryKey(),
    userId: ofUser(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The provider's latest value, for display only. */
    email: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.issuer, table.subject),
    index('identities_user').on(table.userId),
  ],
);

/** Sign-ins in progress at the provider. State, nonce and verifier are derived from the browser's secret. */
export const providerSignIns = pgTable('provider_sign_ins', {
  secretHash: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Sign-ins waiting for proof that the account with the same address belongs to the user. */
export const pendingLinks = pgTable(
  'pending_links',
  {
    tokenHash: text().primaryKey(),
    userId: ofUser(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    /** Hash of the mailed code. Null if the proof is the account's password. */
    codeHash: text(),
    tries: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('pending_links_user').on(table.userId)],
);
