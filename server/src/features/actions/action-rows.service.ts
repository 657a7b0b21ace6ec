// The rows that commands about action items are decided by, read in one round trip under the locks of the team's action
// items and of the boards that show them.
import type { ActionContext } from '@wentwell/contract/board/action-changes';
import {
  type ActionId,
  CommentId,
  type MeetingId,
  NoteId,
  type TeamId,
  type UserId,
} from '@wentwell/contract/ids';
import { foldText } from '@wentwell/contract/letters';
import type { MeetingExport } from '@wentwell/contract/meeting-export';
import type { TeamContext } from '@wentwell/contract/teams';
import { and, count, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';

import { findAnyNotes } from '#server/board/note-rows';
import { comments } from '#server/features/comments/comments.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { personNames, users } from '#server/features/users/users.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { type ActionPlace, lockActions } from './action-locks.service.ts';
import { type ActionRow, actions } from './actions.table.ts';

const [teamId, userId] = [sql.placeholder('teamId'), sql.placeholder('userId')];

const readCaller = preparedOn((queries: Queries) => {
  // The removal of the caller from the team waits for this change, or this one sees it.
  const own = queries.$with('own').as(
    queries
      .select({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.teamId, teamId), eq(memberships.userId, userId)))
      .for('key share'),
  );
  return queries
    .with(own)
    .select({ role: own.role, now: databaseNowField })
    .from(teams)
    .leftJoin(own, sql`true`)
    .where(
      and(
        eq(teams.id, teamId),
        isNull(teams.deletedAt),
        or(sql`${sql.placeholder('isSuperuser')}::boolean`, isNotNull(own.role)),
      ),
    )
    .prepare('read_caller_of_action');
});

const findOne = preparedOn((queries: Queries) =>
  queries
    .select()
    .from(actions)
    .where(eq(actions.id, sql.placeholder('id')))
    .prepare('find_action'),
);

const countOpen = preparedOn((queries: Queries) =>
  queries
    .select({ count: count() })
    .from(actions)
    .where(and(eq(actions.teamId, teamId), eq(actions.status, 'open'), isNull(actions.deletedAt)))
    .prepare('count_open_actions'),
);

/** Any action item of any team, deleted or not. */
export async function findAction(queries: Queries, id: ActionId): Promise<ActionRow | undefined> {
  return (await findOne(queries).execute({ id }))[0];
}

const findPlace = preparedOn((queries: Queries) =>
  queries
    .select({ teamId: actions.teamId, meetingId: actions.meetingId, role: memberships.role })
    .from(actions)
    .innerJoin(teams, eq(teams.id, actions.teamId))
    .leftJoin(
      memberships,
      and(eq(memberships.teamId, actions.teamId), eq(memberships.userId, userId)),
    )
    .where(and(eq(actions.id, sql.placeholder('id')), isNull(teams.deletedAt)))
    .prepare('find_place_of_action'),
);

/**
 * The place of an action item, deleted or not. Throws NOT_FOUND for outsiders as for an unknown one, after the same one
 * query.
 */
export async function locateAction(
  queries: Queries,
  caller: Caller,
  id: ActionId,
): Promise<ActionPlace> {
  const [found] = await findPlace(queries).execute({ id, userId: caller.userId });
  if (!found || (found.role === null && !caller.isSuperuser)) throw new ApiError('NOT_FOUND');
  return { teamId: found.teamId, meetingId: found.meetingId };
}

/** The team's part of a decision's context: which of these people are members. */
export async function readContext(
  tx: Tx,
  { teamContext, now, openCount }: LoadedTeam,
  { teamId: team, people }: { teamId: TeamId; people: readonly (UserId | null | undefined)[] },
): Promise<ActionContext> {
  const userIds = people.filter((each) => typeof each === 'string');
  const rows =
    userIds.length === 0
      ? []
      : await tx
          .select({ id: memberships.userId })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(
            and(
              eq(memberships.teamId, team),
              inArray(memberships.userId, userIds),
              isNull(users.deletedAt),
            ),
          );
  const members = new Map(rows.map(({ id }) => [id, { isActive: true }]));
  const facts = { members, openActions: openCount };
  return { caller: teamContext, now, versionFloor: tx.versionFloor, facts, isServer: true };
}

/**
 * The members of the team who own action items of a file, by the file's ids of people. A file names nobody but by name:
 * where several members have one, none of them is taken. Anybody may put any name into a file, and gives somebody an
 * action item with it, as any member may. Under the lock of the team's action items nobody leaves with one.
 */
export async function ownersNamedIn(
  queries: Queries,
  team: TeamId,
  { people, actions: items }: Pick<MeetingExport, 'people' | 'actions'>,
): Promise<Map<string, UserId>> {
  const named = new Set(items.map(({ assignee }) => assignee));
  const owners = people.filter(({ id }) => named.has(id));
  if (owners.length === 0) return new Map();
  const rows = await queries
    .select({ user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.teamId, team), isNull(users.deletedAt)));
  const members = Map.groupBy(rows, ({ user }) => foldText(personNames(user).display_name));
  return new Map(
    owners.flatMap(({ id, name }) => {
      const [first, ...others] = members.get(foldText(name)) ?? [];
      return first && others.length === 0 ? [[id, first.user.id] as const] : [];
    }),
  );
}

export interface LoadedTeam {
  teamContext: TeamContext;
  now: Date;
  /** The boards that show the action item, locked. */
  boards: readonly MeetingId[];
  openCount: number;
}

/** Locks the team's action items. Throws NOT_FOUND where the caller is not, or no longer, in the team. */
export async function loadTeam(tx: Tx, caller: Caller, place: ActionPlace): Promise<LoadedTeam> {
  const { userId: id, isSuperuser } = caller;
  const [boards, [found], [counted]] = await Promise.all([
    lockActions(tx, place),
    readCaller(tx).execute({ teamId: place.teamId, userId: id, isSuperuser }),
    countOpen(tx).execute({ teamId: place.teamId }),
  ]);
  if (!found) throw new ApiError('NOT_FOUND');
  const teamContext = { userId: id, isSuperuser, role: found.role };
  return { teamContext, now: found.now, boards, openCount: counted?.count ?? 0 };
}

/** Whether a note or a comment of any board has the id: an action item with it would, when deleted, erase its text. */
export async function isIdOfText(tx: Tx, id: ActionId): Promise<boolean> {
  const [noteRows, commentCount] = await Promise.all([
    findAnyNotes(tx, [NoteId.parse(id)]),
    tx.$count(comments, eq(comments.id, CommentId.parse(id))),
  ]);
  return noteRows.length + commentCount > 0;
}
