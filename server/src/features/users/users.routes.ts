// People as others see them: oneself, and those one shares a team with. Accounts are changed, closed and deleted here.
import { UserId } from '@wentwell/contract/ids';
import { AccountUpdate, MeUpdate, AccountDeletion } from '@wentwell/contract/user-changes';
import { UserSearch } from '@wentwell/contract/user-lists';
import { Me, User, userPolicy } from '@wentwell/contract/users';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { writeAudit } from '#server/platform/audit';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { containsIndexed } from '#server/platform/db/search';
import type { Api } from '#server/platform/http/api';
import { ApiError, authorize } from '#server/platform/http/api-error';
import { type Actor, type Caller, actorOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import { totalOf } from '#server/platform/http/list-answer';

import {
  addressAndNames,
  isAccount,
  personNames,
  toUser,
  type UserRow,
  users,
} from './users.table.ts';

interface UsersDeps {
  db: Database;
  sharesTeamWith(caller: Caller): SQL;
  /** Ends all logins and links of a person in the caller's transaction; their sockets close and their presence ends after it. */
  endCredentials(tx: Tx, userId: UserId): Promise<void>;
  /** Refuses while a team with others in it has no admin but this person, and holds that until `tx` ends. */
  requireAdminsWithout(tx: Tx, userId: UserId): Promise<void>;
  /** Changes the boards of all teams that the person leaves. Called while their teams are held. */
  releaseBoards(tx: Tx, userId: UserId, actorId: UserId): Promise<void>;
  /** Whether it is the caller's password; wrong ones are counted. */
  isOwnPassword(actor: Actor, password: string): Promise<boolean>;
  hasPassword(actor: Actor): Promise<boolean>;
  /** Whether the caller has logged in just now. */
  isFresh(actor: Actor): Promise<boolean>;
}

const params = z.object({ id: UserId });

export function usersRoutes(api: Api, deps: UsersDeps): void {
  const { db, sharesTeamWith, endCredentials } = deps;
  const { requireAdminsWithout, releaseBoards, isOwnPassword, hasPassword, isFresh } = deps;

  /** All users for a superuser, otherwise those who share a team with the caller (docs/api.md A-45). */
  function visibleTo(caller: Caller): SQL | undefined {
    if (caller.isSuperuser) return and(isNull(users.deletedAt), isAccount);
    const inCircle = or(eq(users.id, caller.userId), sharesTeamWith(caller));
    return and(isNull(users.deletedAt), inCircle);
  }

  function visible(queries: Queries, caller: Caller, id: UserId) {
    return queries
      .select()
      .from(users)
      .where(and(eq(users.id, id), visibleTo(caller)));
  }

  function found([row]: UserRow[]): UserRow {
    if (!row) throw new ApiError('NOT_FOUND');
    return row;
  }

  /** The same under the row's lock: two changes of an account, or its login and its end, follow one another. */
  async function lock(tx: Tx, caller: Caller, id: UserId): Promise<UserRow> {
    return found(await visible(tx, caller, id).for('no key update', { of: users }));
  }

  async function store(
    tx: Tx,
    id: UserId,
    changes: PgUpdateSetSource<typeof users>,
  ): Promise<UserRow> {
    return found(
      await tx
        .update(users)
        .set({ ...changes, updatedAt: databaseNow })
        .where(eq(users.id, id))
        .returning(),
    );
  }

  /** Changes the names that are sent and, for a superuser, whether somebody else's account works. */
  async function update(actor: Actor, id: UserId, changes: AccountUpdate & MeUpdate): Promise<Me> {
    const isActive = userPolicy.setActive(actor, id) === 'allowed' ? changes.is_active : undefined;
    return db.write(async (tx) => {
      const person = await lock(tx, actor, id);
      authorize(userPolicy.change(actor, id));
      const set = {
        ...(changes.first_name !== undefined && { firstName: changes.first_name }),
        ...(changes.last_name !== undefined && { lastName: changes.last_name }),
        ...(changes.theme !== undefined && { theme: changes.theme }),
        ...(isActive !== undefined && { isActive }),
      };
      if (Object.keys(set).length === 0) return { ...toUser(person), theme: person.theme };
      const row = await store(tx, id, set);
      const isRenamed = row.firstName !== person.firstName || row.lastName !== person.lastName;
      if (isRenamed && id !== actor.userId) {
        await writeAudit(tx, actor, { action: 'change_user', users: id });
      }
      if (row.isActive !== person.isActive) {
        if (!row.isActive) await endCredentials(tx, id);
        const action = row.isActive ? 'activate_user' : 'deactivate_user';
        await writeAudit(tx, actor, { action, users: id });
      }
      return { ...toUser(row), theme: row.theme };
    });
  }

  const { list, answer } = callsOf(api, 'Users');

  // The spec's client asks with the slash, people type it without.
  for (const path of ['/users/', '/users'] as const) {
    list(path, {
      operationId: 'searchUsers',
      // The description holds each call once.
      hide: path.endsWith('/'),
      summary: 'Search people',
      description:
        'People who share a team with you; a superuser finds everybody. `email_pattern` is any part of the address, in any case.',
      querystring: UserSearch,
      lists: User,
      async run({ caller, query }) {
        const matching = and(
          isNull(users.deletedAt),
          isAccount,
          caller.isSuperuser ? undefined : sharesTeamWith(caller),
          containsIndexed(users.email, query.email_pattern, addressAndNames(users)),
        );
        const rows = await db
          .select()
          .from(users)
          .where(matching)
          .orderBy(sql`lower(${users.email})`, users.id)
          .offset(query.skip)
          .limit(query.limit);
        return {
          rows: rows.map(toUser),
          total: await totalOf(query, rows, () => db.$count(users, matching)),
        };
      },
    });
  }

  answer('GET /users/me', {
    operationId: 'getMe',
    summary: 'Get my account',
    description: 'Who the token belongs to.',
    answers: { 200: Me },
    // As the request's authentication has just read it: without another query.
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
    summary: 'Change my names or my theme',
    description:
      'What is not sent stays as it is; anything but the names and the theme is ignored.',
    body: MeUpdate,
    answers: { 200: Me },
    run: ({ caller, body, request }) => update(actorOf(request), caller.userId, body),
  });

  answer('GET /users/:id', {
    operationId: 'getUser',
    summary: 'Get a person',
    description: 'Yourself, or somebody who shares a team with you; a superuser gets anybody.',
    params,
    answers: { 200: User },
    async run({ caller, params: { id } }) {
      return toUser(found(await visible(db, caller, id)));
    },
  });

  answer('PATCH /users/:id', {
    operationId: 'updateUser',
    summary: 'Change an account',
    description:
      'Your own names, or as a superuser anybody’s. `is_active` counts only from a superuser for somebody else: false ends their sessions and closes their live boards at once.',
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
      'Your own, with its `password` in the body unless you have logged in within the last ten minutes (`OWN_PASSWORD_NEEDED`, `OWN_PASSWORD_WRONG`), or as a superuser anybody’s without. Its sessions end and its live boards close. Refused (409) for the last admin of a team in which others remain.',
    params,
    body: AccountDeletion,
    refuses: [403, 409],
    async run({ request, params: { id }, body }) {
      const actor = actorOf(request);
      const password = body?.password;
      // A session left open, or stolen, must not be enough to delete the account.
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
        await endCredentials(tx, id);
        if (id === actor.userId) return;
        await writeAudit(tx, actor, { action: 'delete_user', users: id });
      });
    },
  });
}
