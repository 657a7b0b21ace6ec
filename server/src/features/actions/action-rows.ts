// Locks, reads and writes action item rows.
import type { ActionContext } from '@wentwell/contract/board/action-changes';
import type { MeetingExport } from '@wentwell/contract/exports/meeting-export';
import {
  type ActionId,
  CommentId,
  type MeetingId,
  NoteId,
  type TeamId,
  type UserId,
} from '@wentwell/contract/ids';
import type { TeamContext } from '@wentwell/contract/teams/teams';
import { foldText } from '@wentwell/contract/text/letters';
import { and, asc, count, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';

import { findAnyNotes } from '#server/board/note-rows';
import type { BoardStore } from '#server/board/store';
import { tableWriter } from '#server/board/table-writer';
import { comments } from '#server/features/comments/comments.table';
import { looksBack, meetings } from '#server/features/meetings/meetings.table';
import { membershipOf, memberships, membersOf, teams } from '#server/features/teams/teams.table';
import { personNames } from '#server/features/users/users.table';
import { preparePerConnection, type Queries, type Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { ApiError, notFound } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import {
  type ActionRow,
  actions,
  lockTeamActions,
  requireLocked,
  toAction,
} from './actions.table.ts';

/** Neither id changes, except that purging the meeting sets `meetingId` to null. */
export interface ActionPlace {
  teamId: TeamId;
  meetingId: MeetingId | null;
}

const [teamId, meetingId, userId] = [
  sql.placeholder('teamId'),
  sql.placeholder('meetingId'),
  sql.placeholder('userId'),
];

function showing(queries: Queries) {
  return queries
    .select({ id: meetings.id })
    .from(meetings)
    .where(
      and(eq(meetings.teamId, teamId), or(sql`${meetings.id} = ${meetingId}::uuid`, looksBack)),
    )
    .orderBy(asc(meetings.id));
}

const lockShowing = preparePerConnection((queries: Queries) =>
  showing(queries).for('update').prepare('lock_boards_with_action'),
);

const findShowing = preparePerConnection((queries: Queries) =>
  showing(queries).prepare('find_boards_with_action'),
);

/** Locks the boards that show the item, then the team's items. Statements issued after the call run under the locks. */
export async function lockActions(tx: Tx, place: ActionPlace): Promise<MeetingId[]> {
  const [locked, , shown] = await Promise.all([
    lockShowing(tx).execute({ ...place }),
    lockTeamActions(tx, place.teamId),
    findShowing(tx).execute({ ...place }),
  ]);
  requireLocked(locked, shown);
  return shown.map(({ id }) => id);
}

const readCaller = preparePerConnection((queries: Queries) => {
  // With the lock, a concurrent removal of the caller either waits for this change or is visible to it.
  const own = queries
    .$with('own')
    .as(
      queries
        .select({ role: memberships.role })
        .from(memberships)
        .where(membershipOf(userId, teamId))
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

const findOne = preparePerConnection((queries: Queries) =>
  queries
    .select()
    .from(actions)
    .where(eq(actions.id, sql.placeholder('id')))
    .prepare('find_action'),
);

const countOpen = preparePerConnection((queries: Queries) =>
  queries
    .select({ count: count() })
    .from(actions)
    .where(and(eq(actions.teamId, teamId), eq(actions.status, 'open'), isNull(actions.deletedAt)))
    .prepare('count_open_actions'),
);

export async function findAction(queries: Queries, id: ActionId): Promise<ActionRow | undefined> {
  return (await findOne(queries).execute({ id }))[0];
}

const findPlace = preparePerConnection((queries: Queries) =>
  queries
    .select({ teamId: actions.teamId, meetingId: actions.meetingId, role: memberships.role })
    .from(actions)
    .innerJoin(teams, eq(teams.id, actions.teamId))
    .leftJoin(memberships, membershipOf(userId, actions.teamId))
    .where(and(eq(actions.id, sql.placeholder('id')), isNull(teams.deletedAt)))
    .prepare('find_place_of_action'),
);

/** Finds deleted items too. Throws NOT_FOUND for unknown ids and for outsiders, after the same query. */
export async function locateAction(
  queries: Queries,
  caller: Caller,
  id: ActionId,
): Promise<ActionPlace> {
  const [found] = await findPlace(queries).execute({ id, userId: caller.userId });
  if (!found || (found.role === null && !caller.isSuperuser)) throw new ApiError('NOT_FOUND');
  return { teamId: found.teamId, meetingId: found.meetingId };
}

/** Builds the decision context: the open item count, and the members among `people`. */
export async function readContext(
  tx: Tx,
  { teamContext, now, openCount }: LoadedTeam,
  { teamId: team, people }: { teamId: TeamId; people: readonly (UserId | null | undefined)[] },
): Promise<ActionContext> {
  const userIds = people.filter((each) => typeof each === 'string');
  const areNamed = inArray(memberships.userId, userIds);
  const rows = userIds.length === 0 ? [] : await membersOf(tx, team, areNamed);
  const members = new Map(rows.map(({ user }) => [user.id, { isActive: true }]));
  const facts = { members, openActions: openCount };
  return { caller: teamContext, now, versionFloor: tx.versionFloor, facts, isServer: true };
}

/**
 * Matches the owners in an imported file to team members by display name. Keys are the file's person ids. Ambiguous
 * names match nobody. A forged name can only assign an action item, which any member may do. Requires the lock of the
 * team's action items, so that no owner leaves the team meanwhile.
 */
export async function ownersNamedIn(
  queries: Queries,
  team: TeamId,
  { people, actions: items }: Pick<MeetingExport, 'people' | 'actions'>,
): Promise<Map<string, UserId>> {
  const named = new Set(items.map(({ assignee }) => assignee));
  const owners = people.filter(({ id }) => named.has(id));
  if (owners.length === 0) return new Map();
  const rows = await membersOf(queries, team);
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
  /** The locked boards that show the action item. */
  boards: readonly MeetingId[];
  openCount: number;
}

/** Locks the team's action items. Throws NOT_FOUND if the caller is not or no longer in the team. */
export async function loadTeam(tx: Tx, caller: Caller, place: ActionPlace): Promise<LoadedTeam> {
  const { userId: id, isSuperuser } = caller;
  const [boards, [found = notFound()], [counted]] = await Promise.all([
    lockActions(tx, place),
    readCaller(tx).execute({ teamId: place.teamId, userId: id, isSuperuser }),
    countOpen(tx).execute({ teamId: place.teamId }),
  ]);
  const teamContext = { userId: id, isSuperuser, role: found.role };
  return { teamContext, now: found.now, boards, openCount: counted?.count ?? 0 };
}

/** Whether a note or comment on any board has this id. Deleting an action item with that id would erase its text. */
export async function isIdOfText(tx: Tx, id: ActionId): Promise<boolean> {
  const [noteRows, commentCount] = await Promise.all([
    findAnyNotes(tx, [NoteId.parse(id)]),
    tx.$count(comments, eq(comments.id, CommentId.parse(id))),
  ]);
  return noteRows.length + commentCount > 0;
}

const writer = tableWriter(actions, { key: ['id'], kept: ['droppedAt'] });

interface WrittenActions {
  rows: readonly ActionRow[];
  /** Inserts. If another transaction has taken one of the ids, this one is retried. */
  isNew?: boolean;
  /** The locked boards that show the rows. */
  boards: readonly MeetingId[];
  actorId: UserId | null;
  /** `action.release` when the owner leaves the team. */
  name?: 'action.show' | 'action.release';
  /** The transaction makes no further board changes. */
  isLast?: boolean;
}

export async function writeActions(
  store: BoardStore,
  tx: Tx,
  { rows, isNew = false, boards, actorId, name = 'action.show', isLast = false }: WrittenActions,
): Promise<void> {
  const isLiving = ({ deletedAt }: ActionRow) => deletedAt === null;
  const asName = rows.some(isLiving) ? name : 'action.showDeleted';
  const deleted = rows.filter((row) => !isLiving(row)).map(({ id }) => id);
  const input = { actions: rows.filter(isLiving).map(toAction), deleted };
  // Must precede the row write: a board that is not cached is loaded in its old state.
  await store.changeLockedBoards(tx, boards, { name: asName, input, actorId, isLast });
  const write = () => writer[isNew ? 'insert' : 'put'](tx, rows);
  if (isLast) tx.beforeCommit(write);
  else await write();
}
