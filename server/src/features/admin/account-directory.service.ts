// Accounts as superusers look them over, and what they do to those of others: end sessions, send a link.
import { adminPolicy, type NewAccount } from '@wentwell/contract/admin';
import type { Account, AccountSearch, AccountState } from '@wentwell/contract/admin-lists';
import type { UserId } from '@wentwell/contract/ids';
import type { User } from '@wentwell/contract/users';
import { and, eq, inArray, isNotNull, isNull, max, type SQL, sql } from 'drizzle-orm';

import { isLivingSession, sessions } from '#server/features/auth/sessions.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { toUser, type UserRow, users } from '#server/features/users/users.table';
import type { WriteAudit } from '#server/platform/audit';
import type { Database, Tx } from '#server/platform/db/database';
import { containsText } from '#server/platform/db/search';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';

export interface AccountDirectoryDeps {
  db: Database;
  audit: WriteAudit;
  /** Ends all logins of a person in the caller's transaction; their sockets close after it. Returns how many there were. */
  endSessions(tx: Tx, userId: UserId): Promise<number>;
  /** Queues the email with the link that sets a password, in a transaction that has locked the account. */
  sendPasswordLink(tx: Tx, account: UserRow): Promise<void>;
  /** Makes an account and queues the email with which its owner sets a password; undefined where the address has one. */
  inviteAccount(tx: Tx, invited: { email: string; by: string }): Promise<UserRow | undefined>;
}

const inState: Record<AccountState, SQL | undefined> = {
  active: and(eq(users.isActive, true), isNotNull(users.verifiedAt)),
  deactivated: eq(users.isActive, false),
  unverified: isNull(users.verifiedAt),
  superuser: eq(users.isSuperuser, true),
};

export function accountDirectory(deps: AccountDirectoryDeps) {
  const { db, audit, endSessions, sendPasswordLink, inviteAccount } = deps;

  async function lockAccount(tx: Tx, id: UserId): Promise<UserRow> {
    const [account] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('update');
    if (!account) throw new ApiError('NOT_FOUND');
    return account;
  }

  return {
    /** Living accounts, in the order of their addresses. */
    async list(caller: Caller, query: AccountSearch): Promise<ListPage<Account>> {
      authorize(adminPolicy.use(caller));
      const named = sql`${users.email} || ' ' || ${users.firstName} || ' ' || ${users.lastName}`;
      const matching = and(
        isNull(users.deletedAt),
        containsText(named, query.search),
        query.state && inState[query.state],
      );
      return db.snapshot(async (queries) => {
        const page = await queries
          .select()
          .from(users)
          .where(matching)
          .orderBy(sql`lower(${users.email})`, users.id)
          .offset(query.skip)
          .limit(query.limit);
        const ofPage = page.map(({ id }) => id);
        const opened = await queries
          .select({
            userId: sessions.userId,
            count: sql<number>`count(*)::int`,
            lastUsedAt: max(sessions.lastUsedAt),
          })
          .from(sessions)
          .where(and(inArray(sessions.userId, ofPage), isLivingSession))
          .groupBy(sessions.userId);
        const joined = await queries
          .select({ userId: memberships.userId, count: sql<number>`count(*)::int` })
          .from(memberships)
          .innerJoin(teams, and(eq(teams.id, memberships.teamId), isNull(teams.deletedAt)))
          .where(inArray(memberships.userId, ofPage))
          .groupBy(memberships.userId);
        const sessionsOf = new Map(opened.map((each) => [each.userId, each]));
        const teamsOf = new Map(joined.map((each) => [each.userId, each.count]));
        const rows = page.map((row) => ({
          ...toUser(row),
          created_at: row.createdAt.toISOString(),
          session_count: sessionsOf.get(row.id)?.count ?? 0,
          last_used_at: sessionsOf.get(row.id)?.lastUsedAt?.toISOString() ?? null,
          team_count: teamsOf.get(row.id) ?? 0,
        }));
        return { rows, total: await queries.$count(users, matching) };
      });
    },

    /** Works whoever may register: `REGISTRATION` is about people who come by themselves. */
    async add(actor: Actor, { email }: NewAccount): Promise<User> {
      authorize(adminPolicy.use(actor));
      return db.write(async (tx) => {
        const account = await inviteAccount(tx, { email, by: actor.email });
        if (!account) throw new ApiError('ACCOUNT_EXISTS');
        const targets = [{ kind: 'users', id: account.id }] as const;
        await audit(tx, actor, { action: 'add_user', targets });
        return toUser(account);
      });
    },

    /** Ends every session of the account; its open boards close at once. */
    async endSessions(actor: Actor, id: UserId): Promise<void> {
      authorize(adminPolicy.use(actor));
      await db.write(async (tx) => {
        await lockAccount(tx, id);
        if ((await endSessions(tx, id)) === 0) return;
        await audit(tx, actor, { action: 'end_sessions', targets: [{ kind: 'users', id }] });
      });
    },

    /** The link goes to the account's address alone, so that nobody here can open the account with it. */
    async sendPasswordLink(actor: Actor, id: UserId): Promise<void> {
      authorize(adminPolicy.use(actor));
      await db.write(async (tx) => {
        const account = await lockAccount(tx, id);
        if (!account.isActive) throw new ApiError('ACCOUNT_INACTIVE');
        await sendPasswordLink(tx, account);
        await audit(tx, actor, { action: 'send_password_link', targets: [{ kind: 'users', id }] });
      });
    },
  };
}
export type AccountDirectory = ReturnType<typeof accountDirectory>;
