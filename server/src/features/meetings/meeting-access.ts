// Access to a meeting: loads or locks it with the caller's role in its team. All meeting features use it.
import { spectatorPolicy } from '@wentwell/contract/guests/spectators';
import type { MeetingId } from '@wentwell/contract/ids';
import { isEditable, type Meeting, meetingPolicy } from '@wentwell/contract/meetings/meetings';
import { summaryMailPolicy } from '@wentwell/contract/report/summary-mail';
import type { TeamContext, TeamRole } from '@wentwell/contract/teams/teams';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';

import { auditOutsiderOnBoard, authorizeOnBoard } from '#server/features/teams/team-access';
import { membershipOf, memberships, teams } from '#server/features/teams/teams.table';
import { type StoredGuestState, users } from '#server/features/users/users.table';
import { preparePerConnection, type Queries, type Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { ApiError, authorize, OutsiderError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import {
  type BoardRow,
  boardRow,
  headOfMeeting,
  isLivingBoard,
  type MeetingRow,
  meetings,
  settingsOf,
  statusAt,
  toMeeting,
} from './meetings.table.ts';

/** The columns that decide who may see the meeting. */
type MeetingVisibility = Pick<MeetingRow, 'id' | 'status' | 'endTime' | 'settings'>;

export interface MeetingAccess<M extends MeetingVisibility = BoardRow> {
  meeting: M;
  teamContext: TeamContext;
  /** By the database's clock, because nodes must agree on whether a meeting has ended. */
  now: Date;
}

export interface SharedAccess extends Pick<MeetingAccess, 'meeting' | 'now'> {
  /** Returns one caller's access. Throws NOT_FOUND for outsiders. */
  of(caller: Caller): MeetingAccess;
}

const [meetingId, userId, isNoMember] = [
  sql.placeholder('meetingId'),
  sql.placeholder('userId'),
  sql<boolean>`${sql.placeholder('isNoMember')}::boolean`,
];
const isMeant = eq(meetings.id, meetingId);

/** The membership belongs to the meeting's team. A subquery, because for a join PostgreSQL may scan all memberships. */
const isOfMeetingTeam: SQL = sql`${memberships.teamId} = (select ${meetings.teamId} from ${meetings} where ${meetings.id} = ${meetingId})`;
const findMeeting = preparePerConnection((queries: Queries) =>
  queries
    .select({ meeting: boardRow, role: memberships.role, now: databaseNowField })
    .from(meetings)
    .innerJoin(...headOfMeeting)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .leftJoin(memberships, membershipOf(userId, meetings.teamId))
    .where(and(isMeant, isLivingBoard))
    .prepare('find_meeting'),
);

// Looks callers up one by one. With a single condition, or a subquery that can become a join, stale statistics make
// PostgreSQL scan the table. The limit prevents the join. `unnest` of a subquery hides the number of callers from the
// planner, which would replan for each number.
const askedUsers = sql`unnest((select ${sql.placeholder('userIds')}::uuid[])) as asked(user_id)`;
const isAskedUser = and(sql`${memberships.userId} = asked.user_id`, isOfMeetingTeam);

/**
 * A condition of prepared queries: at least one caller is in the team. Takes the values of `sharedAccessValues`.
 * PostgreSQL evaluates it before reading rows, so that timing reveals nothing about the board to outsiders.
 */
const isAnyInMeetingTeam: SQL = sql`(${isNoMember} or exists (select from ${askedUsers}
  where (select true from ${memberships} where ${isAskedUser} limit 1)))`;

export function sharedAccessValues(callers: readonly Caller[], id: MeetingId) {
  return {
    meetingId: id,
    userIds: callers.map(({ userId: each }) => each),
    isNoMember: callers.some((caller) => entersWithoutMembership(caller, id)),
  };
}

/** Superusers see all meetings and guests their own, without a membership. */
export function entersWithoutMembership(
  { isSuperuser, guestOf }: Pick<Caller, 'isSuperuser' | 'guestOf'>,
  id: MeetingId,
): boolean {
  return isSuperuser || guestOf === id;
}

function lockRowBy(name: string, config: { skipLocked?: true } = {}) {
  return preparePerConnection((queries: Queries) =>
    queries
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(isMeant, isNull(meetings.deletedAt), isAnyInMeetingTeam))
      .for('update', config)
      .prepare(name),
  );
}

const lockRow = lockRowBy('lock_meeting');
const lockRowIfFree = lockRowBy('lock_meeting_if_free', { skipLocked: true });

/** Selects a meeting with the callers' roles and `extra` fields. Finds none if no caller may see it. */
export function meetingForAll<Extra extends SelectedFields>(
  queries: Queries,
  { isLocked, extra }: { isLocked: boolean; extra: Extra },
) {
  const members = queries
    .select({ userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .where(isAskedUser);
  // With the lock, a concurrent removal of a caller either waits for this change or is visible to it.
  const found = (isLocked ? members.for('key share') : members.limit(1)).as('found');
  const own = queries
    .$with('own')
    .as(
      queries
        .select({ userId: found.userId, role: found.role })
        .from(askedUsers)
        .crossJoinLateral(found),
    );
  const roles = sql<
    Record<string, TeamRole>
  >`(select coalesce(jsonb_object_agg(${own.userId}, ${own.role}), '{}') from ${own})`;
  const columns = { meeting: boardRow, roles, guests: guestsOfMeeting, now: databaseNowField };
  const isMember = sql`exists (select from ${own})`;
  return queries
    .with(own)
    .select({ ...columns, ...extra })
    .from(meetings)
    .innerJoin(...headOfMeeting)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .where(and(isMeant, isLivingBoard, or(isNoMember, isMember)));
}

const readLocked = preparePerConnection((queries: Queries) =>
  meetingForAll(queries, { isLocked: true, extra: {} }).prepare('read_locked_meeting'),
);

/** The admitted guests with their states. Omits removed guests. */
export const guestsOfMeeting = sql<
  Record<string, StoredGuestState>
>`(select coalesce(jsonb_object_agg(${users.id}, ${users.guestState}), '{}') from ${users}
  where ${users.guestOf} = ${meetings.id} and ${users.isActive})`;

/** True until the meeting ends, while its settings allow guests (docs/retro.md R-325). */
export function takesGuests({
  meeting,
  now,
}: Pick<MeetingAccess<MeetingVisibility>, 'meeting' | 'now'>): boolean {
  return isEditable(statusAt(meeting, now)) && settingsOf(meeting).guests;
}

function guestRole(
  guestOf: MeetingId,
  access: Pick<MeetingAccess<MeetingVisibility>, 'meeting' | 'now'>,
): 'guest' | null {
  return access.meeting.id === guestOf && takesGuests(access) ? 'guest' : null;
}

/** Builds the access from the loaded meeting and the caller's team role. Throws NOT_FOUND for outsiders. */
export function accessOf<M extends MeetingVisibility>(
  found: Pick<MeetingAccess<M>, 'meeting' | 'now'> & Pick<TeamContext, 'role'>,
  caller: Pick<Caller, 'userId' | 'isSuperuser' | 'guestOf'>,
): MeetingAccess<M> {
  const { meeting, now } = found;
  const role = caller.guestOf ? guestRole(caller.guestOf, found) : found.role;
  const teamContext = { userId: caller.userId, isSuperuser: caller.isSuperuser, role };
  if (meetingPolicy.see(teamContext) !== 'allowed') throw new OutsiderError();
  return { meeting, teamContext, now };
}

/** Throws NOT_FOUND for unknown meetings and for outsiders, after the same query, so that timing reveals nothing. */
export async function accessMeeting(
  db: Queries,
  caller: Caller,
  id: MeetingId,
): Promise<MeetingAccess> {
  const [found] = await findMeeting(db).execute({ meetingId: id, userId: caller.userId });
  if (!found) throw new OutsiderError();
  return accessOf(found, caller);
}

/**
 * Like `accessMeeting`, with the meeting's row lock, which serializes all changes of a board. The result stays valid
 * until the transaction ends. Outsiders get no lock, so they cannot block a board. Sends both statements at once, so
 * that statements issued after this call run under the lock.
 */
export async function lockMeeting(tx: Tx, caller: Caller, id: MeetingId): Promise<MeetingAccess> {
  const access = (await lockMeetingForAll(tx, [caller], id)).of(caller);
  auditOutsiderOnBoard(tx, caller, access);
  return access;
}

/** Throws if the caller may not see the meeting or manage its links. */
export async function requireLinkManager(
  db: Queries,
  caller: Caller,
  id: MeetingId,
): Promise<void> {
  const { meeting, teamContext } = await accessMeeting(db, caller, id);
  authorize(spectatorPolicy.manage(teamContext, toMeeting(meeting)));
}

/** Like `lockMeeting`. Throws if the caller may not manage the meeting's links. */
export async function lockForLinks(tx: Tx, caller: Caller, id: MeetingId): Promise<MeetingAccess> {
  const access = await lockMeeting(tx, caller, id);
  const meeting = toMeeting(access.meeting);
  authorizeOnBoard(tx, { caller, access }, (who) => spectatorPolicy.manage(who, meeting));
  return access;
}

/** Like `lockMeeting`, for several callers. Throws NOT_FOUND if none of them may see the meeting. */
export async function lockMeetingForAll(
  tx: Tx,
  callers: readonly Caller[],
  id: MeetingId,
): Promise<SharedAccess> {
  const locked = await lockAndRead(tx, lockRow, sharedAccessValues(callers, id));
  if (!locked) throw new OutsiderError();
  return locked;
}

/** Never waits. Null if another transaction holds the lock, or no caller may see the meeting. */
export function lockMeetingIfFree(
  tx: Tx,
  callers: readonly Caller[],
  id: MeetingId,
): Promise<SharedAccess | null> {
  return lockAndRead(tx, lockRowIfFree, sharedAccessValues(callers, id));
}

async function lockAndRead(
  tx: Tx,
  lock: typeof lockRow,
  values: ReturnType<typeof sharedAccessValues>,
): Promise<SharedAccess | null> {
  const [[locked], [found]] = await Promise.all([
    lock(tx).execute(values),
    // A separate statement sees everything committed before the lock was acquired.
    readLocked(tx).execute(values),
  ]);
  return locked && found ? lockedAccess(found) : null;
}

interface FoundForAll extends Omit<SharedAccess, 'of'> {
  /** Roles of the callers in the meeting's team, by user id. */
  roles: Record<string, TeamRole>;
  guests: Record<string, StoredGuestState>;
}

/** For changes. Throws for guests removed or muted since the request arrived (docs/retro.md R-324). */
export function lockedAccess(found: FoundForAll): SharedAccess {
  const { of, ...shared } = sharedAccess(found);
  return {
    ...shared,
    of(caller) {
      const state = found.guests[caller.userId];
      if (caller.guestOf && !state) throw new OutsiderError();
      if (state === 'muted') throw new ApiError('GUEST_MUTED');
      return of(caller);
    },
  };
}

/** `of` throws NOT_FOUND for callers who may not see the meeting. */
export function sharedAccess({ roles, ...shared }: FoundForAll): SharedAccess {
  return {
    ...shared,
    of: (caller) => accessOf({ ...shared, role: roles[caller.userId] ?? null }, caller),
  };
}

/** With its effective status. */
export function meetingNow({ meeting, now }: Pick<MeetingAccess, 'meeting' | 'now'>): Meeting {
  return { ...toMeeting(meeting), status: statusAt(meeting, now) };
}

/** Writing a summary requires the permission to mail it. */
export function summaryPolicyOf(access: MeetingAccess) {
  return (who: TeamContext) => summaryMailPolicy(who, meetingNow(access));
}
