// Superuser lists: accounts, teams, sessions, emails, and the settings in force.
import { User } from '@wentwell/contract/accounts/users';
import { NewAccount } from '@wentwell/contract/admin/admin';
import {
  Account,
  AccountSearch,
  AccountSession,
  type AccountState,
  MailSearch,
  OutboxMail,
  SessionSearch,
  SettingInForce,
  TeamDirectoryEntry,
  TeamDirectorySearch,
} from '@wentwell/contract/admin/admin-lists';
import type { UserId } from '@wentwell/contract/ids';
import { and, eq, inArray, isNotNull, isNull, max, notExists, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';

import { isActiveSession, sessions } from '#server/features/auth/sessions.table';
import { meetings } from '#server/features/meetings/meetings.table';
import { countMembers, memberships, teams } from '#server/features/teams/teams.table';
import {
  accountContains,
  addressAndNames,
  isAccount,
  personNames,
  toUser,
  type UserRow,
  users,
} from '#server/features/users/users.table';
import type { Disconnect } from '#server/live/disconnect';
import { writeAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { toFields } from '#server/platform/db/field-names';
import { containsIndexed } from '#server/platform/db/search';
import { ApiError, notFound } from '#server/platform/http/api-error';
import { actorOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { alphabetical, newestFirst, paged, readPage } from '#server/platform/http/keyed-list';
import { listMail, readMail, retryMail } from '#server/platform/mail/mail-listing';

interface AdminListsDeps {
  db: Database;
  disconnect: Disconnect;
  /** Ends the user's sessions in this transaction and closes their sockets after it. Returns the number of sessions. */
  endSessions(tx: Tx, userId: UserId): Promise<number>;
  /** Queues the password link email. Requires a lock on the account. */
  sendPasswordLink(tx: Tx, account: UserRow): Promise<void>;
  /** Adds an account and queues its password link email. Undefined if the address already has an account. */
  inviteAccount(tx: Tx, invited: { email: string; by: string }): Promise<UserRow | undefined>;
  wakeMail(): void;
  /** The settings at process start. */
  settings: readonly SettingInForce[];
}

const inState: Record<AccountState, SQL | undefined> = {
  active: and(eq(users.isActive, true), isNotNull(users.verifiedAt)),
  deactivated: eq(users.isActive, false),
  unverified: isNull(users.verifiedAt),
  superuser: eq(users.isSuperuser, true),
};

async function lockAccount(tx: Tx, id: UserId): Promise<UserRow> {
  const [account = notFound()] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), isAccount))
    .for('update');
  return account;
}

function accountRoutes(api: Api, deps: AdminListsDeps): void {
  const { db, endSessions, sendPasswordLink, inviteAccount } = deps;
  const { list, answer } = callsOf(api, 'Admin');

  list('/users', {
    operationId: 'listAllUsers',
    summary: 'List the accounts of the server',
    description:
      'By address, with counts of sessions and teams. `search` matches any part of address or name, ignoring ' +
      'case.',
    querystring: AccountSearch,
    lists: Account,
    run({ query }) {
      return db.snapshot(async (queries) => {
        const page = await readPage(queries, query, {
          order: alphabetical(users.email, users.id),
          tables: users,
          where: and(
            isNull(users.deletedAt),
            isAccount,
            accountContains(addressAndNames(users), query.search),
            query.state && inState[query.state],
          ),
          read: (rows) => paged(queries.select().from(users).$dynamic(), rows),
          cursorOf: ({ id }) => [id],
        });
        const ofPage = page.rows.map(({ id }) => id);
        const opened = await queries
          .select({
            userId: sessions.userId,
            count: sql<number>`count(*)::int`,
            lastUsedAt: max(sessions.lastUsedAt),
          })
          .from(sessions)
          .where(and(inArray(sessions.userId, ofPage), isActiveSession))
          .groupBy(sessions.userId);
        const joined = await queries
          .select({ userId: memberships.userId, count: sql<number>`count(*)::int` })
          .from(memberships)
          .innerJoin(teams, and(eq(teams.id, memberships.teamId), isNull(teams.deletedAt)))
          .where(inArray(memberships.userId, ofPage))
          .groupBy(memberships.userId);
        const sessionsOf = new Map(opened.map((each) => [each.userId, each]));
        const teamsOf = new Map(joined.map((each) => [each.userId, each.count]));
        const rows = page.rows.map((row) => ({
          ...toUser(row),
          created_at: row.createdAt.toISOString(),
          session_count: sessionsOf.get(row.id)?.count ?? 0,
          last_used_at: sessionsOf.get(row.id)?.lastUsedAt?.toISOString() ?? null,
          team_count: teamsOf.get(row.id) ?? 0,
        }));
        return { ...page, rows };
      });
    },
  });

  answer('POST /users', {
    operationId: 'createUser',
    summary: 'Create an account',
    description:
      'Independent of `REGISTRATION`. The owner gets an email with a link that works once within 7 days, and ' +
      'sets a password; nobody else sees the link. 409 if the address has an account.',
    config: { passwords: true },
    body: NewAccount,
    answers: { 201: User },
    refuses: [403, 409],
    run: ({ body: { email }, request }) =>
      db.write(async (tx) => {
        const actor = actorOf(request);
        const account = await inviteAccount(tx, { email, by: actor.email });
        if (!account) throw new ApiError('ACCOUNT_EXISTS');
        await writeAudit(tx, actor, { action: 'add_user', users: account.id });
        return toUser(account);
      }),
  });

  answer('POST /users/:userId/end-sessions', {
    operationId: 'endUserSessions',
    summary: 'End all sessions of an account',
    description: 'The person must log in again everywhere; open boards close immediately.',
    run: ({ params: { userId: id }, request }) =>
      db.write(async (tx) => {
        await lockAccount(tx, id);
        if ((await endSessions(tx, id)) === 0) return;
        await writeAudit(tx, actorOf(request), { action: 'end_sessions', users: id });
      }),
  });

  answer('POST /users/:userId/password-link', {
    operationId: 'sendPasswordLink',
    summary: 'Send a password link to an account',
    description:
      'To the account’s address only; at most five an hour. It also verifies an unverified account. 409 for a' +
      ' deactivated account.',
    config: { passwords: true },
    answers: { 202: z.null() },
    refuses: [403, 409],
    // Sent only to the account's address, so that the administrator cannot use the link.
    run: ({ params: { userId: id }, request }) =>
      db.write(async (tx) => {
        const account = await lockAccount(tx, id);
        if (!account.isActive) throw new ApiError('ACCOUNT_INACTIVE');
        await sendPasswordLink(tx, account);
        await writeAudit(tx, actorOf(request), { action: 'send_password_link', users: id });
      }),
  });
}

const adminsShown = 5;

// Planned and canceled meetings were not held. An archived meeting without a phase was canceled.
const wasHeld = sql`${meetings.startTime} <= now() and (${meetings.status} in ('live', 'closed') or
  ${meetings.status} = 'archived' and (${meetings.phaseStartedAt} is not null or ${meetings.isImported}))`;
const lastHeld = sql`max(${meetings.startTime}) filter (where ${wasHeld})`.mapWith(
  meetings.startTime,
);

function teamRoutes(api: Api, { db }: AdminListsDeps): void {
  callsOf(api, 'Admin').list('/teams', {
    operationId: 'listAllTeams',
    summary: 'List the teams of the server',
    description:
      'By name, with admins and usage. `search` matches any part of the name, ignoring case.',
    querystring: TeamDirectorySearch,
    lists: TeamDirectoryEntry,
    run({ query }) {
      return db.snapshot(async (queries) => {
        const page = await readPage(queries, query, {
          order: alphabetical(teams.name, teams.id),
          tables: teams,
          where: and(isNull(teams.deletedAt), containsIndexed(teams.name, query.search)),
          read: (rows) => paged(queries.select().from(teams).$dynamic(), rows),
          cursorOf: ({ id }) => [id],
        });
        const ids = page.rows.map(({ id }) => id);
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
        const rows = page.rows.map((row) => ({
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
        return { ...page, rows };
      });
    },
  });
}

function sessionRoutes(api: Api, { db, disconnect }: AdminListsDeps): void {
  const { list, answer } = callsOf(api, 'Admin');

  list('/sessions', {
    operationId: 'listAllSessions',
    summary: 'List all sessions',
    description:
      'Active ones, last used first. `search` matches any part of the account’s address, ignoring case.',
    querystring: SessionSearch,
    lists: AccountSession,
    run({ caller, query }) {
      const isTheirs = eq(users.id, sessions.userId);
      return db.snapshot(async (queries) => {
        const people = queries.select({ id: users.id }).from(users);
        // Deleted accounts have no sessions. Excluding the few guests is cheaper than selecting accounts.
        const isListed =
          query.search === ''
            ? notExists(people.where(and(isTheirs, isNotNull(users.guestOf))))
            : inArray(
                sessions.userId,
                people.where(and(isAccount, accountContains(users.email, query.search))),
              );
        const select = queries
          .select({ session: sessions, user: users })
          .from(sessions)
          .innerJoin(users, isTheirs)
          .$dynamic();
        const page = await readPage(queries, query, {
          order: newestFirst(sessions.lastUsedAt, sessions.id),
          tables: sessions,
          where: and(isActiveSession, isListed),
          read: (rows) => paged(select, rows),
          cursorOf: ({ session }) => [session.id, session.lastUsedAt.toISOString()],
        });
        const rows = page.rows.map(({ session, user }) => ({
          ...toFields(session),
          user: { id: user.id, ...personNames(user) },
          current: session.id === caller.sessionId,
        }));
        return { ...page, rows };
      });
    },
  });

  answer('DELETE /sessions/:sessionId', {
    operationId: 'endSession',
    summary: 'End a session',
    description: 'Closes its live boards immediately.',
    run: ({ params: { sessionId: id }, request }) =>
      db.write(async (tx) => {
        const actor = actorOf(request);
        const [ended = notFound()] = await tx
          .delete(sessions)
          .where(eq(sessions.id, id))
          .returning();
        // Ending their own session needs no audit entry.
        if (ended.userId !== actor.userId) {
          await writeAudit(tx, actor, { action: 'end_session', users: ended.userId, sessions: id });
        }
        tx.afterCommit(() => disconnect({ kind: 'session', sessionId: id }));
      }),
  });
}

async function findMail(queries: Queries, id: string): Promise<OutboxMail> {
  return (await readMail(queries, id)) ?? notFound();
}

function mailRoutes(api: Api, { db, wakeMail }: AdminListsDeps): void {
  const { list, answer } = callsOf(api, 'Admin');

  list('/mails', {
    operationId: 'listMails',
    summary: 'List the emails of the outbox',
    description:
      'Newest first: state, attempts, and the last failure. Never the content; addresses are shortened.',
    querystring: MailSearch,
    lists: OutboxMail,
    run: ({ query }) => db.snapshot((queries) => listMail(queries, query)),
  });

  answer('GET /mails/:mailId', {
    operationId: 'getMail',
    summary: 'Get the state of an email',
    description: 'Whether it was sent, or why not. Never the content.',
    answers: { 200: OutboxMail },
    run: ({ params }) => findMail(db, params.mailId),
  });

  answer('POST /mails/:mailId/retry', {
    operationId: 'retryMail',
    summary: 'Retry an email',
    description:
      'Immediately, with as many attempts as a new one. 409 if it was sent or its link has expired.',
    answers: { 200: OutboxMail },
    refuses: [409],
    run: ({ params: { mailId: id }, request }) =>
      db.write(async (tx) => {
        await findMail(tx, id);
        if (!(await retryMail(tx, id))) throw new ApiError('MAIL_NOT_WAITING');
        await writeAudit(tx, actorOf(request), { action: 'retry_mail', mails: id });
        tx.afterCommit(wakeMail);
        return findMail(tx, id);
      }),
  });
}

/** `api` must admit only superusers. */
export function adminListsRoutes(api: Api, deps: AdminListsDeps): void {
  accountRoutes(api, deps);
  teamRoutes(api, deps);
  sessionRoutes(api, deps);
  mailRoutes(api, deps);

  callsOf(api, 'Admin').answer('GET /settings', {
    operationId: 'getServerSettings',
    summary: 'List the settings in force',
    description:
      'Settings of the answering process: name, source, and value unless it may be secret.',
    answers: { 200: z.array(SettingInForce) },
    run: () => [...deps.settings],
  });
}
