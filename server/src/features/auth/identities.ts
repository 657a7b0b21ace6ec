// Links between accounts and identity providers. A sign-in creates them. The account's owner lists and removes them.
import { randomInt } from 'node:crypto';

import type { Identity, OwnSignIn, SignInWay } from '@wentwell/contract/accounts/sign-in';
import { IdentityId, type UserId } from '@wentwell/contract/ids';
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm';

import { type UserRow, users } from '#server/features/users/users.table';
import { writeAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError, tooMany } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import { HOUR, MINUTE } from '#server/platform/http/rate-limits';
import { newId } from '#server/platform/ids';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { linkCodeEmail, linkedEmail } from './account-emails.ts';
import type { AuthCore } from './auth.service.ts';
import { identities, pendingLinks } from './credentials.table.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { isPasswordHash } from './password.ts';

interface IdentitiesDeps {
  db: Database;
  /** Null if users can sign in only with passwords. */
  provider: IdentityProvider | null;
  passwordLogin: boolean;
}

/** A user of an identity provider, with their current address there. */
export interface Subject {
  issuer: string;
  subject: string;
  email: string;
}

/** An unauthenticated caller, for the audit log. */
export type Visitor = Pick<Actor, 'address' | 'requestId'> & { userAgent: string };

export function identitiesService({ db, provider, passwordLogin }: IdentitiesDeps) {
  function rowsOf(queries: Queries, userId: UserId) {
    return queries
      .select()
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identities.createdAt), asc(identities.id));
  }

  async function hasPassword(queries: Queries, userId: UserId): Promise<boolean> {
    if (!passwordLogin) return false;
    const [account] = await queries
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)));
    return account !== undefined && isPasswordHash(account.passwordHash);
  }

  /** Null while the provider is unreachable. All identities then count as another provider's. */
  async function presentIssuer(): Promise<string | null> {
    return provider ? provider.issuer().catch(() => null) : null;
  }

  return {
    hasPassword: (userId: UserId): Promise<boolean> => hasPassword(db, userId),

    /** Finds and locks the linked account, and records the use. Null if none is linked. */
    async accountOf(tx: Tx, { issuer, subject, email }: Subject) {
      const [linked] = await tx
        .update(identities)
        .set({ email, lastUsedAt: databaseNow })
        .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
        .returning({ userId: identities.userId });
      if (!linked) return null;
      const [account] = await tx
        .select()
        .from(users)
        .where(eq(users.id, linked.userId))
        .for('update');
      return account ?? null;
    },

    async isLinked(tx: Tx, userId: UserId, issuer: string): Promise<boolean> {
      return (await rowsOf(tx, userId)).some((each) => each.issuer === issuer);
    },

    /** Requires the account's lock. Throws PROVIDER_SIGN_IN_GONE if the subject was linked meanwhile. */
    async link(tx: Tx, subject: Subject & { userId: UserId }, visitor: Visitor): Promise<void> {
      const { userId } = subject;
      const [linked] = await tx
        .insert(identities)
        .values({ id: newId(IdentityId), ...subject })
        .onConflictDoNothing()
        .returning({ id: identities.id });
      if (!linked) throw new ApiError('PROVIDER_SIGN_IN_GONE');
      await writeAudit(tx, { ...visitor, userId }, { action: 'link_identity', users: userId });
    },

    async own({ userId }: Caller): Promise<OwnSignIn> {
      const rows = await rowsOf(db, userId);
      const issuer = rows.length > 0 ? await presentIssuer() : null;
      const own = rows.map((row): Identity => ({
        id: row.id,
        provider:
          provider && row.issuer === issuer
            ? provider.name
            : (URL.parse(row.issuer)?.host ?? row.issuer),
        email: row.email,
        linked_at: row.createdAt.toISOString(),
        last_used_at: row.lastUsedAt.toISOString(),
      }));
      const ways: SignInWay[] = (await hasPassword(db, userId)) ? ['password'] : [];
      if (provider && own.length > 0) ways.push('provider');
      return { ways, identities: own };
    },

    /** Throws LAST_WAY_IN if the account would have no way to sign in left. */
    async unlink(actor: Actor, id: IdentityId): Promise<void> {
      const { userId } = actor;
      const issuer = await presentIssuer();
      await db.write(async (tx) => {
        await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
        const rows = await rowsOf(tx, userId);
        if (!rows.some((row) => row.id === id)) throw new ApiError('NOT_FOUND');
        const others = rows.filter((row) => row.id !== id && row.issuer === issuer);
        if (others.length === 0 && !(await hasPassword(tx, userId))) {
          throw new ApiError('LAST_WAY_IN');
        }
        await tx.delete(identities).where(eq(identities.id, id));
        await writeAudit(tx, actor, { action: 'unlink_identity', users: userId });
      });
    },
  };
}
export type IdentitiesService = ReturnType<typeof identitiesService>;

// Pending links: a provider sign-in matches an account's address. The user proves ownership by password or mailed code.

export interface PendingLink extends Subject {
  userId: UserId;
  by: 'password' | 'code';
}

const maxAge = 15 * MINUTE;
/** Attempts per eight-digit code. */
const triesMax = 5;
const codesPerHour = 5;

const isOpen = gt(pendingLinks.expiresAt, databaseNow);

function hasToken(token: string) {
  return eq(pendingLinks.tokenHash, hashSecret(token));
}

/** Salted with the browser's token, so that a reader of the table cannot brute-force the code. */
function hashCode(token: string, code: string): string {
  return hashSecret(`${token} ${code}`);
}

export function pendingLinksService({ db, queueEmail }: AuthCore) {
  return {
    /** Returns the link's token. Requires the account's lock. Queues the code's email in the transaction. */
    async add(
      tx: Tx,
      account: UserRow,
      { by, providerName, ...subject }: Subject & { by: PendingLink['by']; providerName: string },
    ): Promise<string> {
      const token = newSecret();
      const code = by === 'code' ? String(randomInt(100_000_000)).padStart(8, '0') : null;
      if (code !== null) {
        const isRecent = gt(pendingLinks.createdAt, fromDatabaseNow(-HOUR));
        const ofAccount = eq(pendingLinks.userId, account.id);
        if ((await tx.$count(pendingLinks, and(ofAccount, isRecent))) >= codesPerHour) {
          throw tooMany(HOUR);
        }
        const email = linkCodeEmail({ to: account.email, code, providerName, maxAge });
        await queueEmail(tx, email);
      }
      const { issuer, subject: id, email } = subject;
      await tx.insert(pendingLinks).values({
        tokenHash: hashSecret(token),
        userId: account.id,
        issuer,
        subject: id,
        email,
        codeHash: code === null ? null : hashCode(token, code),
        expiresAt: fromDatabaseNow(maxAge),
      });
      return token;
    },

    /** Notifies the account's owner by mail, in case an attacker linked the account. */
    async notify(tx: Tx, to: string, providerName: string): Promise<void> {
      await queueEmail(tx, linkedEmail({ to, providerName }));
    },

    /** Throws PROVIDER_SIGN_IN_GONE for an unknown, expired or used token. */
    async find(token: string): Promise<PendingLink> {
      const [found] = await db
        .select()
        .from(pendingLinks)
        .where(and(hasToken(token), isOpen));
      if (!found) throw new ApiError('PROVIDER_SIGN_IN_GONE');
      const { userId, issuer, subject, email, codeHash } = found;
      return { userId, issuer, subject, email, by: codeHash === null ? 'password' : 'code' };
    },

    /** Counts the attempt before checking the code, so that concurrent attempts cannot exceed the limit. */
    async hasCode(token: string, code: string): Promise<boolean> {
      const [counted] = await db
        .update(pendingLinks)
        .set({ tries: sql`${pendingLinks.tries} + 1` })
        .where(and(hasToken(token), isOpen, lt(pendingLinks.tries, triesMax)))
        .returning({ codeHash: pendingLinks.codeHash });
      if (!counted) throw new ApiError('PROVIDER_SIGN_IN_GONE');
      return counted.codeHash === hashCode(token, code.replaceAll(/\s/g, ''));
    },

    /** Deletes the row, so that only one of two concurrent calls succeeds. Throws PROVIDER_SIGN_IN_GONE. */
    async spend(tx: Tx, token: string): Promise<void> {
      const [spent] = await tx
        .delete(pendingLinks)
        .where(and(hasToken(token), isOpen))
        .returning({ userId: pendingLinks.userId });
      if (!spent) throw new ApiError('PROVIDER_SIGN_IN_GONE');
    },
  };
}
export type PendingLinksService = ReturnType<typeof pendingLinksService>;
