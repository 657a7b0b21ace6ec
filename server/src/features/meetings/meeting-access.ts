// The way to a meeting for every feature that hangs on one: who is asking, and what they stand for in its team.
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { isEditable, meetingPolicy } from '@wentwell/contract/meetings';
import { spectatorPolicy } from '@wentwell/contract/spectators';
import { summaryMailPolicy } from '@wentwell/contract/summary-mail';
import type { TeamContext, TeamRole } from '@wentwell/contract/teams';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';

import { auditOutsiderOnBoard, authorizeOnBoard } from '#server/features/teams/team-access';
import { memberships, teams } from '#server/features/teams/teams.table';
import { type StoredGuestState, users } from '#server/features/users/users.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { ApiError, authorize, OutsiderError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import {
  type BoardRow,
  boardRow,
  headOfMeeting,
  type MeetingRow,
  meetings,
  settingsOf,
  statusAt,
  toMeeting,
} from './meetings.table.ts';

/** The part of a meeting that decides who may see it. */
type SeenMeeting = Pick<MeetingRow, 'id' | 'status' | 'endTime' | 'settings'>;

export interface MeetingAccess<M extends SeenMeeting = BoardRow> {
  meeting: M;
  teamContext: TeamContext;
  /** By the database's clock: nodes must agree on whether a meeting is over. */
  now: Date;
}

/** A meeting, for several callers. */
export interface SharedAccess extends Pick<MeetingAccess, 'meeting' | 'now'> {
  /** The rights of one of them. Throws NOT_FOUND for outsiders. */
  of(caller: Caller): MeetingAccess;
}

const [meetingId, userId, isNoMember] = [
  sql.placeholder('meetingId'),
  sql.placeholder('userId'),
  sql<boolean>`${sql.placeholder('isNoMember')}::boolean`,
];
const isLiving = and(eq(meetings.id, meetingId), isNull(meetings.deletedAt));

/** A membership is one of the meeting's team. As a join PostgreSQL may read all memberships for it. */
const isOfMeetingTeam: SQL = sql`${memberships.teamId} = (select ${meetings.teamId} from ${meetings} where ${meetings.id} = ${meetingId})`;
const findMeeting = preparedOn((queries: Queries) =>
  queries
    .select({ meeting: boardRow, role: memberships.role, now: databaseNowField })
    .from(meetings)
    .innerJoin(...headOfMeeting)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .leftJoin(
      memberships,
      and(eq(memberships.teamId, meetings.teamId), eq(memberships.userId, userId)),
    )
    .where(and(isLiving, isNull(teams.deletedAt)))
    .prepare('find_meeting'),
);

// Several callers are looked up one by one: with all of them in one condition PostgreSQL reads the whole table where the
// database's statistics are old, and so it does where a subquery could be joined: the limit keeps it from that. How many
// they are is hidden from the planner, which would plan anew for each number.
const askedUsers = sql`unnest((select ${sql.placeholder('userIds')}::uuid[])) as asked(user_id)`;
const isAskedUser = and(sql`${memberships.userId} = asked.user_id`, isOfMeetingTeam);

/**
 * A condition of prepared queries about a board, with the values of `sharedAccessValues`: at least one of the callers is in
 * the team. PostgreSQL evaluates it before it reads a row, so that what a board holds does not show in how long an outsider
 * waits.
 */
const isAnyInMeetingTeam: SQL = sql`(${isNoMember} or exists (select from ${askedUsers}
  where (select true from ${memberships} where ${isAskedUser} limit 1)))`;

export function sharedAccessValues(callers: readonly Caller[], id: MeetingId) {
  return {
    meetingId: id,
    userIds: callers.map(({ userId: each }) => each),
    isNoMember: callers.some((caller) => entersAsNoMember(caller, id)),
  };
}

/** Superusers see every meeting, and guests theirs: they need no membership. */
export function entersAsNoMember(
  { isSuperuser, guestOf }: Pick<Caller, 'isSuperuser' | 'guestOf'>,
  id: MeetingId,
): boolean {
  return isSuperuser || guestOf === id;
}

function lockRowBy(name: string, config: { skipLocked?: true } = {}) {
  return preparedOn((queries: Queries) =>
    queries
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(isLiving, isAnyInMeetingTeam))
      .for('update', config)
      .prepare(name),
  );
}

const lockRow = lockRowBy('lock_meeting');
const lockRowIfFree = lockRowBy('lock_meeting_if_free', { skipLocked: true });

/** The memberships of those who ask, for a query of the meeting; `isSeen` is its condition. */
export function askedMembers(queries: Queries, { isLocked }: { isLocked: boolean }) {
  const members = queries
    .select({ userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .where(isAskedUser);
  // Under the lock: whoever removes a caller from the team waits for this change, or this one sees the removal.
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
  return { own, columns, isSeen: and(isLiving, isNull(teams.deletedAt), or(isNoMember, isMember)) };
}

const readLocked = preparedOn((queries: Queries) => {
  const { own, columns, isSeen } = askedMembers(queries, { isLocked: true });
  return queries
    .with(own)
    .select(columns)
    .from(meetings)
    .innerJoin(...headOfMeeting)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .where(isSeen)
    .prepare('read_locked_meeting');
});

/** Those who are in, and what they may; the row of one who was removed since is left out. */
export const guestsOfMeeting = sql<
  Record<string, StoredGuestState>
>`(select coalesce(jsonb_object_agg(${users.id}, ${users.guestState}), '{}') from ${users}
  where ${users.guestOf} = ${meetings.id} and ${users.isActive})`;

/** Until the end of the meeting, while its settings allow guests (docs/retro.md R-325). */
export function takesGuests({
  meeting,
  now,
}: Pick<MeetingAccess<SeenMeeting>, 'meeting' | 'now'>): boolean {
  return isEditable(statusAt(meeting, now)) && settingsOf(meeting).guests;
}

function guestRole(
  guestOf: MeetingId,
  access: Pick<MeetingAccess<SeenMeeting>, 'meeting' | 'now'>,
): 'guest' | null {
  return access.meeting.id === guestOf && takesGuests(access) ? 'guest' : null;
}

/** The rights of a caller whose `role` in the team was found with the meeting. Throws NOT_FOUND for outsiders. */
export function accessOf<M extends SeenMeeting>(
  found: Pick<MeetingAccess<M>, 'meeting' | 'now'> & Pick<TeamContext, 'role'>,
  caller: Pick<Caller, 'userId' | 'isSuperuser' | 'guestOf'>,
): MeetingAccess<M> {
  const { meeting, now } = found;
  const role = caller.guestOf ? guestRole(caller.guestOf, found) : found.role;
  const teamContext = { userId: caller.userId, isSuperuser: caller.isSuperuser, role };
  if (meetingPolicy.see(teamContext) !== 'allowed') throw new OutsiderError();
  return { meeting, teamContext, now };
}

/** Throws NOT_FOUND for outsiders as for an unknown meeting, after the same query: timing reveals nothing. */
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
 * The same under the meeting's row lock, which orders all changes of a board: what is read here (phase, status,
 * seq, the caller's place) holds until the transaction ends. Outsiders get no lock, and cannot hold up a board.
 * Both statements are sent before the first answer, so that others can be sent with them: those run under the lock.
 */
export async function lockMeeting(tx: Tx, caller: Caller, id: MeetingId): Promise<MeetingAccess> {
  const access = (await lockMeetingForAll(tx, [caller], id)).of(caller);
  auditOutsiderOnBoard(tx, caller, access);
  return access;
}

/** As `accessMeeting`, for those who manage the links of the meeting. */
export async function requireLinkManager(
  db: Queries,
  caller: Caller,
  id: MeetingId,
): Promise<void> {
  const { meeting, teamContext } = await accessMeeting(db, caller, id);
  authorize(spectatorPolicy.manage(teamContext, toMeeting(meeting)));
}

/** As `lockMeeting`, for those who manage the links of the meeting. */
export async function lockForLinks(tx: Tx, caller: Caller, id: MeetingId): Promise<MeetingAccess> {
  const access = await lockMeeting(tx, caller, id);
  const meeting = toMeeting(access.meeting);
  authorizeOnBoard(tx, { caller, access }, (who) => spectatorPolicy.manage(who, meeting));
  return access;
}

/** As `lockMeeting`, for several callers at once. Throws NOT_FOUND where none of them may see the meeting. */
export async function lockMeetingForAll(
  tx: Tx,
  callers: readonly Caller[],
  id: MeetingId,
): Promise<SharedAccess> {
  const locked = await lockAndRead(tx, lockRow, sharedAccessValues(callers, id));
  if (!locked) throw new OutsiderError();
  return locked;
}

/** The same without waiting: null where another transaction holds the meeting, or none of them may see it. */
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
    // A statement of its own: it sees what was committed when the lock was given, not when it was asked for.
    readLocked(tx).execute(values),
  ]);
  return locked && found ? lockedAccess(found) : null;
}

interface FoundForAll extends Omit<SharedAccess, 'of'> {
  /** Those of the callers who are in the meeting's team. */
  roles: Record<string, TeamRole>;
  guests: Record<string, StoredGuestState>;
}

/** For a change: a guest who was removed or muted since the request came changes nothing (docs/retro.md R-324). */
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

/** Throws NOT_FOUND for those of them who may not see the meeting. */
export function sharedAccess({ roles, ...shared }: FoundForAll): SharedAccess {
  return {
    ...shared,
    of: (caller) => accessOf({ ...shared, role: roles[caller.userId] ?? null }, caller),
  };
}

/** The right to write a summary is that to send it by mail. */
export function summaryPolicyOf({ meeting: row, now }: MeetingAccess) {
  const meeting = toMeeting(row);
  const status = statusAt(row, now);
  return (who: TeamContext) => summaryMailPolicy(who, { ...meeting, status });
}

/** Whether the caller is the one whom a row names, or holds the key that it names. */
export function isBy(
  { id, hash }: { id: UserId | null; hash: AuthorHash | null },
  caller: Pick<Caller, 'userId' | 'authorHash'>,
): boolean {
  return hash === null ? id === caller.userId : hash === caller.authorHash;
}
