// User routes: search and read users who share a team, change, deactivate and delete accounts.
import { AccountUpdate, MeUpdate, AccountDeletion } from '@wentwell/contract/accounts/user-changes';
import { UserSearch } from '@wentwell/contract/accounts/user-lists';
import { Me, User, userPolicy } from '@wentwell/contract/accounts/users';
import { UserId } from '@wentwell/contract/ids';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { writeAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError, authorize, notFound } from '#server/platform/http/api-error';
import { type Actor, type Caller, actorOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { pageOf } from '#server/platform/http/list-answer';

import {
  accountContains,
  isAccount,
  personNames,
  toUser,
  type UserRow,
  users,
} from './users.table.ts';

interface UsersDeps {
  db: Database;
  sharesTeamWith(caller: Caller): SQL;
  /** Ends the user's sessions and links. After the commit, closes their sockets and removes their presence. */
  revokeCredentials(tx: Tx, userId: UserId): Promise<void>;
  /** Throws if the user is the last admin of a team with other members. Holds the teams' locks until `tx` ends. */
  requireAdminsWithout(tx: Tx, userId: UserId): Promise<void>;
  /** Removes the user from the boards of all their teams. Requires the teams' locks. */
  releaseBoards(tx: Tx, userId: UserId, actorId: UserId): Promise<void>;
  /** Checks the caller's password. Counts failures. */
  isOwnPassword(actor: Actor, password: string): Promise<boolean>;
  hasPassword(actor: Actor): Promise<boolean>;
  /** Whether the caller has just logged in. */
  isFresh(actor: Actor): Promise<boolean>;
}

const params = z.object({ id: UserId });

export function usersRoutes(api: Api, deps: UsersDeps): void {
  const { db, sharesTeamWith, revokeCredentials } = deps;
  const { requireAdminsWithout, releaseBoards, isOwnPassword, hasPassword, isFresh } = deps;

  /** All accounts for superusers, else users who share a team with the caller (docs/api.md A-45). */
  function visibleTo(caller: Caller): SQL | undefined {
    if (caller.isSuperuser) return and(isNull(users.deletedAt), isAccount);
    const isSelfOrMate = or(eq(users.id, caller.userId), sharesTeamWith(caller));
    return and(isNull(users.deletedAt), isSelfOrMate);
  }

  function visible(queries: Queries, caller: Caller, id: UserId) {
    return queries
      .select()
      .from(users)
      .where(and(eq(users.id, id), visibleTo(caller)));
  }

  /** Locks the row, which serializes changes, logins and deletion of the account. */
  async function lock(tx: Tx, caller: Caller, id: UserId): Promise<UserRow> {
    const [row = notFound()] = await visible(tx, caller, id).for('no key update', { of: users });
    return row;
  }

  async function store(
    tx: Tx,
    id: UserId,
    changes: PgUpdateSetSource<typeof users>,
  ): Promise<UserRow> {
    const [row = notFound()] = await tx
      .update(users)
      .set({ ...changes, updatedAt: databaseNow })
      .where(eq(users.id, id))
      .returning();
    return row;
  }

  /** Changes the given fields. `is_active` applies only if a superuser changes another account. */
  async function update(actor: Actor, id: UserId, changes: AccountUpdate & MeUpdate): Promise<Me> {
    const isActive = userPolicy.setActive(actor, id) === 'allowed' ? changes.is_active : undefined;
    return db.write(async (tx) => {
      const person = await lock(tx, actor, id);
      authorize(userPolicy.change(actor, id));
      const { first_name: firstName, last_name: lastName, theme } = changes;
      const set = { firstName, lastName, theme, isActive };
      if (Object.values(set).every((value) => value === undefined)) {
        return { ...toUser(person), theme: person.theme };
      }
      const row = await store(tx, id, set);
      const isRenamed = row.firstName !== person.firstName || row.lastName !== person.lastName;
      if (isRenamed && id !== actor.userId) {
        await writeAudit(tx, actor, { action: 'change_user', users: id });
      }
      if (row.isActive !== person.isActive) {
        if (!row.isActive) await revokeCredentials(tx, id);
        const action = row.isActive ? 'activate_user' : 'deactivate_user';
        await writeAudit(tx, actor, { action, users: id });
      }
      return { ...toUser(row), theme: row.theme };
    });
  }

  const { list, answer } = callsOf(api, 'Users');

  // The specification's client requests the path with a slash. People type it without.
  for (const path of ['/users/', '/users'] as const) {
    list(path, {
      operationId: 'searchUsers',
      // List the route only once in the OpenAPI description.
      hide: path.endsWith('/'),
      summary: 'Search users',
      description:
        'People in shared teams; everybody for a superuser. `email_pattern` matches any part of the address, ' +
        'ignoring case.',
      querystring: UserSearch,
      lists: User,
      async run({ caller, query }) {
        const matching = and(
          isNull(users.deletedAt),
          isAccount,
          caller.isSuperuser ? undefined : sharesTeamWith(caller),
          accountContains(users.email, query.email_pattern),
        );
        const sorted = db
          .select()
          .from(users)
          .where(matching)
          .orderBy(sql`lower(${users.email})`, users.id);
        const { rows, total } = await pageOf(sorted, query, () => db.$count(users, matching));
        return { rows: rows.map(toUser), total };
      },
    });
  }

  answer('GET /users/me', {
    operationId: 'getMe',
    summary: 'Get my account',
    description: 'The token’s account.',
    answers: { 200: Me },
    // Authentication has already loaded the user, so no query is needed.
    run: ({ caller }) => ({
      id: caller.userId,
      ...personNames(caller),
      is_active: true,
      is_superuser: caller.isSuperuser,
      is_verified: caller.isVerified,
      theme: caller.theme ?? null,
    }),
  });

  answer('PATCH /users/me', {
    operationId: 'updateMe',
    summary: 'Update my account',
    description: 'Omitted fields stay; fields other than names and theme are ignored.',
    body: MeUpdate,
    answers: { 200: Me },
    run: ({ caller, body, request }) => update(actorOf(request), caller.userId, body),
  });

  answer('GET /users/:id', {
    operationId: 'getUser',
    summary: 'Get a user',
    description: 'The caller, or a person in a shared team; anybody for a superuser.',
    params,
    answers: { 200: User },
    async run({ caller, params: { id } }) {
      const [row = notFound()] = await visible(db, caller, id);
      return toUser(row);
    },
  });

  answer('PATCH /users/:id', {
    operationId: 'updateUser',
    summary: 'Update an account',
    description:
      'The caller’s own names, or anybody’s for a superuser. `is_active` applies only from a superuser to ' +
      'somebody else: false ends their sessions and closes their live boards.',
    params,
    body: AccountUpdate,
    answers: { 200: User },
    refuses: [403],
    run: ({ params, body, request }) => update(actorOf(request), params.id, body),
  });

  answer('DELETE /users/:id', {
    operationId: 'deleteUser',
    summary: 'Delete an account',
    description:
      'The caller’s own, with its `password` in the body unless logged in within the last ten minutes ' +
      '(`OWN_PASSWORD_NEEDED`, `OWN_PASSWORD_WRONG`), or anybody’s for a superuser. Its sessions end and its ' +
      'live boards close. 409 for the last admin of a team with other members.',
    params,
    body: AccountDeletion,
    refuses: [403, 409],
    async run({ request, params: { id }, body }) {
      const actor = actorOf(request);
      const password = body?.password;
      // An open or stolen session must not suffice to delete the account.
      if (id === actor.userId) {
        if (password === undefined) {
          if (!(await isFresh(actor))) {
            const isAsked = await hasPassword(actor);
            throw new ApiError(isAsked ? 'OWN_PASSWORD_NEEDED' : 'OWN_SIGN_IN_NEEDED');
          }
        } else if (!(await isOwnPassword(actor, password)))
          throw new ApiError('OWN_PASSWORD_WRONG');
      }
      await db.write(async (tx) => {
        await lock(tx, actor, id);
        authorize(userPolicy.delete(actor, id));
        await requireAdminsWithout(tx, id);
        await releaseBoards(tx, id, actor.userId);
        await store(tx, id, { deletedAt: databaseNow });
        await revokeCredentials(tx, id);
        if (id === actor.userId) return;
        await writeAudit(tx, actor, { action: 'delete_user', users: id });
      });
    },
  });
}
