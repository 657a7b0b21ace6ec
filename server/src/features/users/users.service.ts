// People as others see them: oneself, and those one shares a team with.
import type { UserId } from '@wentwell/contract/ids';
import type { User, UserUpdate } from '@wentwell/contract/users';
import { and, eq, exists, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { memberships, teams } from '#server/features/teams/teams.table';
import type { Clock } from '#server/platform/clock';
import type { Database } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';
import { Refusal } from '#server/platform/http/refusal';

import { toUser, type UserRow, users } from './users.table.ts';

export interface UsersDeps {
  db: Database;
  clock: Clock;
}

export function usersService({ db, clock }: UsersDeps) {
  /** Whether the caller and the person of the row are in one living team. */
  function sharesTeamWith(caller: Caller) {
    const theirs = alias(memberships, 'theirs');
    const own = alias(memberships, 'own');
    return exists(
      db
        .select({ teamId: theirs.teamId })
        .from(theirs)
        .innerJoin(own, and(eq(own.teamId, theirs.teamId), eq(own.userId, caller.userId)))
        .innerJoin(teams, and(eq(teams.id, theirs.teamId), isNull(teams.deletedAt)))
        .where(eq(theirs.userId, users.id)),
    );
  }

  /** Everybody for a superuser; for others the circle of api.md "Who may do what". */
  function visibleTo(caller: Caller) {
    if (caller.isSuperuser) return isNull(users.deletedAt);
    const inCircle = or(eq(users.id, caller.userId), sharesTeamWith(caller));
    return and(isNull(users.deletedAt), inCircle);
  }

  function found(rows: UserRow[]): User {
    const [row] = rows;
    if (!row) throw new Refusal('NOT_FOUND');
    return toUser(row);
  }

  return {
    /** One person; to somebody outside the circle there is none. */
    async get(caller: Caller, id: UserId): Promise<User> {
      return found(
        await db
          .select()
          .from(users)
          .where(and(eq(users.id, id), visibleTo(caller))),
      );
    },

    /** Changes the names that are sent; gives the caller's account as it is then. */
    async updateOwn(caller: Caller, changes: UserUpdate): Promise<User> {
      const names = {
        ...(changes.first_name !== undefined && { firstName: changes.first_name }),
        ...(changes.last_name !== undefined && { lastName: changes.last_name }),
      };
      if (Object.keys(names).length === 0) return this.get(caller, caller.userId);
      return found(
        await db
          .update(users)
          .set({ ...names, updatedAt: clock.now() })
          .where(and(eq(users.id, caller.userId), isNull(users.deletedAt)))
          .returning(),
      );
    },
  };
}
export type UsersService = ReturnType<typeof usersService>;
