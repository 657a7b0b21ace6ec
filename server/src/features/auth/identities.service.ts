// The links between accounts and people at identity providers: made by a sign-in, listed and ended by their owner.
import { IdentityId, type UserId } from '@wentwell/contract/ids';
import type { Identity, OwnSignIn, SignInWay } from '@wentwell/contract/sign-in';
import { and, asc, eq, isNull } from 'drizzle-orm';

import { users } from '#server/features/users/users.table';
import type { WriteAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import { newId } from '#server/platform/ids';

import { identities } from './identities.table.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { isPasswordHash } from './password.ts';

export interface IdentitiesDeps {
  db: Database;
  /** Null where people sign in by passwords alone. */
  provider: IdentityProvider | null;
  passwordLogin: boolean;
  writeAudit: WriteAudit;
}

/** Somebody at an identity provider, with the address that it tells now. */
export interface Subject {
  issuer: string;
  subject: string;
  email: string;
}

/** A visitor before they are anybody here. */
export type Visitor = Pick<Actor, 'address' | 'requestId'> & { userAgent: string };

export function identitiesService({ db, provider, passwordLogin, writeAudit }: IdentitiesDeps) {
  function rowsOf(queries: Queries, userId: UserId) {
    return queries
      .select()
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(asc(identities.createdAt), asc(identities.id));
  }

  /** Whether an account has a password that it can sign in with. */
  async function hasPassword(queries: Queries, userId: UserId): Promise<boolean> {
    if (!passwordLogin) return false;
    const [account] = await queries
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)));
    return account !== undefined && isPasswordHash(account.passwordHash);
  }

  /** Null while the provider is away: then every identity counts as one of another provider. */
  async function presentIssuer(): Promise<string | null> {
    return provider ? provider.issuer().catch(() => null) : null;
  }

  return {
    hasPassword: (userId: UserId): Promise<boolean> => hasPassword(db, userId),

    /** The account that somebody at the provider is linked with, locked; null where there is none. */
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

    /** Whether an account is linked with anybody at this issuer. */
    async isLinked(tx: Tx, userId: UserId, issuer: string): Promise<boolean> {
      return (await rowsOf(tx, userId)).some((each) => each.issuer === issuer);
    },

    /** The caller has locked the account. Throws PROVIDER_SIGN_IN_GONE where the same person was linked meanwhile. */
    async link(tx: Tx, subject: Subject & { userId: UserId }, visitor: Visitor): Promise<void> {
      const { userId } = subject;
      const [linked] = await tx
        .insert(identities)
        .values({ id: newId(IdentityId), ...subject })
        .onConflictDoNothing()
        .returning({ id: identities.id });
      if (!linked) throw new ApiError('PROVIDER_SIGN_IN_GONE');
      const done = { action: 'link_identity', targets: [{ kind: 'users', id: userId }] } as const;
      await writeAudit(tx, { ...visitor, userId }, done);
    },

    /** How the caller can come in. */
    async own({ userId }: Caller): Promise<OwnSignIn> {
      const rows = await rowsOf(db, userId);
      const issuer = rows.length > 0 ? await presentIssuer() : null;
      const own = rows.map((row): Identity => ({
        id: row.id,
        provider: provider && row.issuer === issuer ? provider.name : hostOf(row.issuer),
        email: row.email,
        linked_at: row.createdAt.toISOString(),
        last_used_at: row.lastUsedAt.toISOString(),
      }));
      const ways: SignInWay[] = (await hasPassword(db, userId)) ? ['password'] : [];
      if (provider && own.length > 0) ways.push('provider');
      return { ways, identities: own };
    },

    /** Throws LAST_WAY_IN where the account would be left without one. */
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
        const targets = [{ kind: 'users', id: userId }] as const;
        await writeAudit(tx, actor, { action: 'unlink_identity', targets });
      });
    },
  };
}
export type IdentitiesService = ReturnType<typeof identitiesService>;

function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? issuer;
}
