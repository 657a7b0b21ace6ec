// Lists of the superusers: accounts, teams, sessions and mail, and what they do to their rows.
import { adminPolicy, type NewAccount } from '@wentwell/contract/admin';
import type {
  Account,
  AccountSearch,
  AccountSession,
  AccountState,
  MailSearch,
  OutboxMail,
  SessionSearch,
  TeamDirectoryEntry,
  TeamDirectorySearch,
} from '@wentwell/contract/admin-lists';
import type { SessionId, UserId } from '@wentwell/contract/ids';
import type { User } from '@wentwell/contract/users';
import { and, desc, eq, inArray, isNotNull, isNull, max, type SQL, sql } from 'drizzle-orm';

import { isLivingSession, sessions } from '#server/features/auth/sessions.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { countMembers, memberships, teams } from '#server/features/teams/teams.table';
import {
  isAccount,
  personNames,
  toUser,
  type UserRow,
  users,
} from '#server/features/users/users.table';
import type { Disconnect } from '#server/live/disconnect';
import type { WriteAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { containsText } from '#server/platform/db/search';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Actor, Caller } from '#server/platform/http/caller';
import { type ListPage, totalOf } from '#server/platform/http/list-answer';
import { listMail, readMail, retryMail } from '#server/platform/mail/mail-listing';

// Accounts as superusers look them over, and what they do to those of others: end sessions, send a link.

interface AccountDirectoryDeps {
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
      .where(and(eq(users.id, id), isNull(users.deletedAt), isAccount))
      .for('update');
    if (!account) throw new ApiError('NOT_FOUND');
    return account;
  }

  return {
    async list(caller: Caller, query: AccountSearch): Promise<ListPage<Account>> {
      authorize(adminPolicy.use(caller));
      const named = sql`${users.email} || ' ' || ${users.firstName} || ' ' || ${users.lastName}`;
      const matching = and(
        isNull(users.deletedAt),
        isAccount,
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
        return { rows, total: await totalOf(query, page, () => queries.$count(users, matching)) };
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

// The teams of the server as superusers look them over: who to ask about one and whether it is used, not what it wrote.

const adminsShown = 5;

// Planned and canceled meetings were not held. A canceled one may be archived: it has no phase.
const wasHeld = sql`${meetings.startTime} <= now() and (${meetings.status} in ('live', 'closed') or
  ${meetings.status} = 'archived' and (${meetings.phaseStartedAt} is not null or ${meetings.isImported}))`;
const lastHeld = sql`max(${meetings.startTime}) filter (where ${wasHeld})`.mapWith(
  meetings.startTime,
);

export function teamDirectory(db: Database) {
  return {
    async list(
      caller: Caller,
      { search, skip, limit }: TeamDirectorySearch,
    ): Promise<ListPage<TeamDirectoryEntry>> {
      authorize(adminPolicy.use(caller));
      const matching = and(isNull(teams.deletedAt), containsText(teams.name, search));
      return db.snapshot(async (queries) => {
        const page = await queries
          .select()
          .from(teams)
          .where(matching)
          .orderBy(sql`lower(${teams.name})`, teams.id)
          .offset(skip)
          .limit(limit);
        const ids = page.map(({ id }) => id);
        const members = await countMembers(queries, ids);
        const held = await queries
          .select({
            teamId: meetings.teamId,
            count: sql<number>`count(*)::int`,
            last: lastHeld,
          })
          .from(meetings)
          .where(and(inArray(meetings.teamId, ids), isNull(meetings.deletedAt)))
          .groupBy(meetings.teamId);
        const admins = await queries
          .select({ teamId: memberships.teamId, email: users.email })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(
            and(
              inArray(memberships.teamId, ids),
              eq(memberships.role, 'admin'),
              isNull(users.deletedAt),
            ),
          )
          .orderBy(memberships.joinedAt, users.id);
        const heldBy = new Map(held.map((each) => [each.teamId, each]));
        const adminsOf = Map.groupBy(admins, ({ teamId }) => teamId);
        const rows = page.map((row) => ({
          id: row.id,
          name: row.name,
          created_at: row.createdAt.toISOString(),
          member_count: members.get(row.id) ?? 0,
          meeting_count: heldBy.get(row.id)?.count ?? 0,
          last_meeting_at: heldBy.get(row.id)?.last?.toISOString() ?? null,
          admin_emails: (adminsOf.get(row.id) ?? [])
            .slice(0, adminsShown)
            .map(({ email }) => email),
        }));
        return {
          rows,
          total: await totalOf({ skip, limit }, page, () => queries.$count(teams, matching)),
        };
      });
    },
  };
}
export type TeamDirectory = ReturnType<typeof teamDirectory>;

interface OutboxDeps {
  db: Database;
  audit: WriteAudit;
  /** Tells the worker that an email waits. */
  wake(): void;
}

async function find(queries: Queries, id: string): Promise<OutboxMail> {
  const mail = await readMail(queries, id);
  if (!mail) throw new ApiError('NOT_FOUND');
  return mail;
}

export function outboxService({ db, audit, wake }: OutboxDeps) {
  return {
    async list(caller: Caller, query: MailSearch): Promise<ListPage<OutboxMail>> {
      authorize(adminPolicy.use(caller));
      return db.snapshot((queries) => listMail(queries, query));
    },

    async get(caller: Caller, id: string): Promise<OutboxMail> {
      authorize(adminPolicy.use(caller));
      return find(db, id);
    },

    /** Tries again at once, and as often as a new email. */
    async retry(actor: Actor, id: string): Promise<OutboxMail> {
      authorize(adminPolicy.use(actor));
      return db.write(async (tx) => {
        await find(tx, id);
        if (!(await retryMail(tx, id))) throw new ApiError('MAIL_NOT_WAITING');
        await audit(tx, actor, { action: 'retry_mail', targets: [{ kind: 'mails', id }] });
        tx.afterCommit(wake);
        return find(tx, id);
      });
    },
  };
}
export type OutboxService = ReturnType<typeof outboxService>;

interface SessionDirectoryDeps {
  db: Database;
  audit: WriteAudit;
  disconnect: Disconnect;
}

export function sessionDirectory({ db, audit, disconnect }: SessionDirectoryDeps) {
  return {
    /** Those that have not ended, the last used one first. */
    async list(
      caller: Caller,
      { search, skip, limit }: SessionSearch,
    ): Promise<ListPage<AccountSession>> {
      authorize(adminPolicy.use(caller));
      const matching = and(
        isAccount,
        isLivingSession,
        isNull(users.deletedAt),
        containsText(users.email, search),
      );
      return db.snapshot(async (queries) => {
        const found = await queries
          .select({ session: sessions, user: users })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .where(matching)
          .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
          .offset(skip)
          .limit(limit);
        const all = queries
          .select({ id: sessions.id })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .where(matching);
        const total = await totalOf({ skip, limit }, found, () => queries.$count(all.as('every')));
        const rows = found.map(({ session, user }) => ({
          id: session.id,
          user: {
            id: user.id,
            email: user.email,
            display_name: personNames(user).display_name,
          },
          created_at: session.createdAt.toISOString(),
          last_used_at: session.lastUsedAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
          user_agent: session.userAgent,
          current: session.id === caller.sessionId,
        }));
        return { rows, total };
      });
    },

    async end(actor: Actor, id: SessionId): Promise<void> {
      authorize(adminPolicy.use(actor));
      await db.write(async (tx) => {
        const [ended] = await tx.delete(sessions).where(eq(sessions.id, id)).returning();
        if (!ended) throw new ApiError('NOT_FOUND');
        // One's own is no act on what belongs to somebody else.
        if (ended.userId !== actor.userId) {
          const targets = [
            { kind: 'users', id: ended.userId },
            { kind: 'sessions', id },
          ] as const;
          await audit(tx, actor, { action: 'end_session', targets });
        }
        tx.afterCommit(() => disconnect({ kind: 'session', sessionId: id }));
      });
    },
  };
}
export type SessionDirectory = ReturnType<typeof sessionDirectory>;
