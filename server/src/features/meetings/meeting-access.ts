// The way to a meeting for every feature that hangs on one: who is asking, what they stand for in its team, and what
// the feature says and does when the meeting changes.
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { ColumnId } from '@wentwell/contract/columns';
import type { GroupId, MeetingId, NoteId, TopicId, UserId } from '@wentwell/contract/ids';
import type { MeetingExport } from '@wentwell/contract/meeting-export';
import { meetingPolicy, type MeetingSettings } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';
import type { TeamContext, TeamRole } from '@wentwell/contract/teams';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';

import { memberships, teams } from '#server/features/teams/teams.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { authorize, ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { type MeetingRow, meetings, phaseSince, settingsOf } from './meetings.table.ts';

export interface MeetingAccess {
  meeting: MeetingRow;
  teamContext: TeamContext;
  /** By the database's clock: nodes must agree on whether a meeting is over. */
  now: Date;
}

/** A locked meeting, for several callers. */
export interface SharedAccess extends Pick<MeetingAccess, 'meeting' | 'now'> {
  /** What one of them may do. Throws NOT_FOUND for outsiders. */
  of(caller: Caller): MeetingAccess;
}

/** Which board, and who changes it; null for the server itself. */
export interface BoardActor {
  meetingId: MeetingId;
  actorId: UserId | null;
  /** In place of its own time the event gets this one, and a millisecond for each event of the board. */
  timedFrom?: Date;
}

/** As whom a caller writes: by name, or in an anonymous meeting as whoever holds a key. */
export interface Author {
  authorId: UserId | null;
  authorHash: AuthorHash | null;
  /** What the board is told of it. */
  on: BoardActor;
  /** What its rows say of when it was. */
  now: Date;
}

export interface MeetingChange {
  /** As it is afterwards. */
  meeting: MeetingRow;
  /** What was set. */
  changes: Partial<typeof meetings.$inferInsert>;
  /** Where the meeting was led to another phase, or anew to the same. */
  phaseBefore?: Phase | undefined;
}

/** A meeting that was made of a file. */
export interface ImportedMeeting {
  on: BoardActor;
  meeting: MeetingRow;
  file: MeetingExport;
  /** The new ids of what has others in the file. */
  ids: { note: ReadonlyMap<string, NoteId>; topic: ReadonlyMap<string, TopicId> };
}

/** What of a file did not come over. */
export interface ImportLosses {
  actionsWithoutOwner: number;
}

/** Grouped notes of one board that are deleted, or moved to another column. */
export interface LeavingNotes {
  /** `id` is that of the row. */
  notes: readonly { id: NoteId; groupId: GroupId | null }[];
  areDeleted: boolean;
}

/** `id` is that of the row. */
export interface RestoredNote {
  id: NoteId;
  publicId: NoteId | null;
  groupId: GroupId | null;
}

/**
 * What a feature says and does when a board's meeting, its notes or its topics change: in that change's transaction,
 * under the board's lock.
 */
export interface MeetingHook {
  /** Throws where what is on the board forbids these settings. Runs before anything is written. */
  authorizeSettings?(tx: Tx, on: BoardActor, settings: MeetingSettings): Promise<void>;
  /** Runs after the meeting is made, in the same transaction. */
  afterCreate?(tx: Tx, meeting: MeetingRow): Promise<void>;
  /** Writes the feature's part of a file, after its notes are written, and announces it on other boards. */
  afterImport?(tx: Tx, imported: ImportedMeeting): Promise<ImportLosses | null>;
  /** Runs after the meeting and its event are written. Not for deletions. */
  afterChange?(tx: Tx, on: BoardActor, change: MeetingChange): Promise<void>;
  /** Runs after the owner has set a timer or lengthened it, and the event about that is written. */
  afterTimeGiven?(tx: Tx, on: BoardActor, meeting: MeetingRow): Promise<void>;
  /** Removes the notes from their groups and announces that. Their own rows and events are written afterwards. */
  beforeNotesLeave?(tx: Tx, on: BoardActor, leaving: LeavingNotes): Promise<void>;
  /** Runs after topics have come, gone, or changed their notes, and the events about that are written. */
  afterTopicsChange?(tx: Tx, on: BoardActor, meeting: MeetingRow): Promise<void>;
  /** Runs after the note is on the board again, and the event about that is written. */
  afterNoteRestored?(tx: Tx, on: BoardActor, note: RestoredNote): Promise<void>;
  /** Removes what a person, whose account is purged, has left on notes of others, and announces that. */
  purgePerson?(tx: Tx, on: BoardActor, personId: UserId): Promise<void>;
  /** Runs before the meeting ends: its last event closes the sockets. Does nothing the second time. */
  beforeEnd?(tx: Tx, on: BoardActor): Promise<void>;
  /** A condition on `meetings`: it is over, and a version without this hook's `beforeEnd` has ended it. */
  isLeftToEnd?: SQL | undefined;
  /** The columns that hold something of the feature: they cannot be removed. */
  columnsInUse?(tx: Tx, meetingId: MeetingId): Promise<ColumnId[]>;
  /** Whether anything was ever written, deleted or not: the meeting stays in its team. */
  hasContent?(tx: Tx, meetingId: MeetingId): Promise<boolean>;
}

/** Each runs the hooks one after another, in their order. */
export function topicHooks(hooks: readonly MeetingHook[]) {
  return {
    async beforeNotesLeave(tx: Tx, on: BoardActor, leaving: LeavingNotes): Promise<void> {
      for (const hook of hooks) await hook.beforeNotesLeave?.(tx, on, leaving);
    },

    async afterTopicsChange(tx: Tx, on: BoardActor, meeting: MeetingRow): Promise<void> {
      for (const hook of hooks) await hook.afterTopicsChange?.(tx, on, meeting);
    },

    async afterNoteRestored(tx: Tx, on: BoardActor, note: RestoredNote): Promise<void> {
      for (const hook of hooks) await hook.afterNoteRestored?.(tx, on, note);
    },

    async purgePerson(tx: Tx, on: BoardActor, personId: UserId): Promise<void> {
      for (const hook of hooks) await hook.purgePerson?.(tx, on, personId);
    },
  };
}

const [meetingId, userId, isSuperuser] = [
  sql.placeholder('meetingId'),
  sql.placeholder('userId'),
  sql<boolean>`${sql.placeholder('isSuperuser')}::boolean`,
];
const isLiving = and(eq(meetings.id, meetingId), isNull(meetings.deletedAt));
const inMeetingTeam = sql`${memberships.teamId} = (select ${meetings.teamId} from ${meetings} where ${meetings.id} = ${meetingId})`;
const ownMembership = and(eq(memberships.userId, userId), inMeetingTeam);

/**
 * A condition of prepared queries about a board, with the values of `accessValues`: PostgreSQL evaluates it before it
 * reads a row, so that what a board holds does not show in how long an outsider waits.
 */
export const isInMeetingTeam: SQL = sql`(${isSuperuser} or exists (select from ${memberships} where ${ownMembership}))`;

export function accessValues(caller: Caller, id: MeetingId) {
  return { meetingId: id, userId: caller.userId, isSuperuser: caller.isSuperuser };
}

const findMeeting = preparedOn((queries: Queries) =>
  queries
    .select({ meeting: meetings, role: memberships.role, now: databaseNowField })
    .from(meetings)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .leftJoin(
      memberships,
      and(eq(memberships.teamId, meetings.teamId), eq(memberships.userId, userId)),
    )
    .where(and(isLiving, isNull(teams.deletedAt)))
    .prepare('find_meeting'),
);

/** The memberships of several callers in the meeting's team. */
const ownMemberships = and(
  sql`${memberships.userId} = any(${sql.placeholder('userIds')}::uuid[])`,
  inMeetingTeam,
);

/** As `isInMeetingTeam`, with the values of `sharedAccessValues`: at least one of the callers is in the team. */
export const isAnyInMeetingTeam: SQL = sql`(${isSuperuser} or exists (select from ${memberships} where ${ownMemberships}))`;

export function sharedAccessValues(callers: readonly Caller[], id: MeetingId) {
  return {
    meetingId: id,
    userIds: callers.map(({ userId: each }) => each),
    isSuperuser: callers.some((caller) => caller.isSuperuser),
  };
}

const lockRow = preparedOn((queries: Queries) =>
  queries
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(isLiving, isAnyInMeetingTeam))
    .for('update')
    .prepare('lock_meeting'),
);

const readLocked = preparedOn((queries: Queries) => {
  // Whoever removes a caller from the team waits for this change, or this one sees the removal.
  const own = queries
    .$with('own')
    .as(
      queries
        .select({ userId: memberships.userId, role: memberships.role })
        .from(memberships)
        .where(ownMemberships)
        .for('key share'),
    );
  const roles = sql<
    Record<string, TeamRole>
  >`(select coalesce(jsonb_object_agg(${own.userId}, ${own.role}), '{}') from ${own})`;
  return queries
    .with(own)
    .select({ meeting: meetings, roles, now: databaseNowField })
    .from(meetings)
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .where(
      and(isLiving, isNull(teams.deletedAt), or(isSuperuser, sql`exists (select from ${own})`)),
    )
    .prepare('read_locked_meeting');
});

function accessOf(
  found: Pick<MeetingAccess, 'meeting' | 'now'> & Pick<TeamContext, 'role'>,
  caller: Pick<Caller, 'userId' | 'isSuperuser'>,
): MeetingAccess {
  const { meeting, role, now } = found;
  const teamContext = { userId: caller.userId, isSuperuser: caller.isSuperuser, role };
  authorize(meetingPolicy.see(teamContext));
  return { meeting, teamContext, now };
}

/**
 * Loads the meeting and what the caller is in its team. Throws NOT_FOUND for outsiders as for an unknown meeting,
 * after the same one query, so that neither answer nor time reveals that it exists.
 */
export async function accessMeeting(
  db: Queries,
  caller: Caller,
  id: MeetingId,
): Promise<MeetingAccess> {
  const [found] = await findMeeting(db).execute(accessValues(caller, id));
  if (!found) throw new ApiError('NOT_FOUND');
  return accessOf(found, caller);
}

/**
 * The same under the meeting's row lock, which orders all changes of a board: what is read here (phase, status,
 * seq, the caller's place) holds until the transaction ends. Outsiders get no lock, and cannot hold up a board.
 * Both statements are sent before the first answer, so that others can be sent with them: those run under the lock.
 */
export async function lockMeeting(tx: Tx, caller: Caller, id: MeetingId): Promise<MeetingAccess> {
  return (await lockMeetingForAll(tx, [caller], id)).of(caller);
}

/** The same for several callers at once. Throws NOT_FOUND where none of them may see the meeting. */
export async function lockMeetingForAll(
  tx: Tx,
  callers: readonly Caller[],
  id: MeetingId,
): Promise<SharedAccess> {
  const values = sharedAccessValues(callers, id);
  const [[locked], [found]] = await Promise.all([
    lockRow(tx).execute(values),
    // A statement of its own: it sees what was committed when the lock was given, not when it was asked for.
    readLocked(tx).execute(values),
  ]);
  if (!locked || !found) throw new ApiError('NOT_FOUND');
  const { roles, ...shared } = found;
  return {
    ...shared,
    of: (caller) => accessOf({ ...shared, role: roles[caller.userId] ?? null }, caller),
  };
}

/**
 * Of a change of notes, or of what hangs on them, in an anonymous meeting: neither rows nor events say who did it, nor
 * when in its phase: a time would lead to whoever used the product then. The caller holds the lock of the board.
 */
export function unnamedChange(meeting: MeetingRow): Pick<Author, 'on' | 'now'> {
  const timedFrom = phaseSince(meeting);
  return {
    on: { meetingId: meeting.id, actorId: null, timedFrom },
    // In the order of the board's changes: comments stand in the order of their times.
    now: new Date(timedFrom.getTime() + meeting.seq + 1),
  };
}

/**
 * As whom the caller changes notes, or what hangs on them. Throws AUTHOR_KEY_MISSING in an anonymous meeting for a
 * caller without a key. Whoever sends a key believes that they have no name: where names have been switched on meanwhile
 * they are refused with MEETING_NOT_ANONYMOUS.
 */
export function authorIn({ meeting, now }: MeetingAccess, caller: Caller): Author {
  const { userId, authorHash = null } = caller;
  if (!settingsOf(meeting).anonymous) {
    if (authorHash !== null) throw new ApiError('MEETING_NOT_ANONYMOUS');
    return {
      authorId: userId,
      authorHash: null,
      on: { meetingId: meeting.id, actorId: userId },
      now,
    };
  }
  if (authorHash === null) throw new ApiError('AUTHOR_KEY_MISSING');
  return { authorId: null, authorHash, ...unnamedChange(meeting) };
}

/** Whether the caller is the one whom a row names, or holds the key that it names. */
export function isBy(
  { id, hash }: { id: UserId | null; hash: AuthorHash | null },
  caller: Pick<Caller, 'userId' | 'authorHash'>,
): boolean {
  return hash === null ? id === caller.userId : hash === caller.authorHash;
}
