// Proofs that a person is who they say: links by mail, wrong passwords, identity providers, registrations.
import type { IdentityId } from '@wentwell/contract/ids';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

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

/** Counts wrong passwords, per account and per account and network address. Shared by all nodes. */
export const loginFailures = pgTable(
  'login_failures',
  {
    /** The hash of the login address, alone or with the network address. */
    accountHash: text().primaryKey(),
    /** The hash of the login address in both kinds of rows, so that a new password resets all counts. */
    ownerHash: text(),
    failures: integer().notNull(),
    /** Start of the count. The count resets when the first failure and the last wait are old. */
    firstAt: instant().notNull(),
    /** Until then, even the right password is rejected. */
    waitUntil: instant(),
  },
  (table) => [
    index('login_failures_first').on(table.firstAt),
    index('login_failures_owner').on(table.ownerHash),
  ],
);

/** Network addresses of recent logins, hashed with the user's id. */
export const loginSources = pgTable(
  'login_sources',
  {
    userId: ofUser(),
    sourceHash: text().notNull(),
    lastAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.sourceHash] }),
    index('login_sources_last').on(table.lastAt),
  ],
);

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
