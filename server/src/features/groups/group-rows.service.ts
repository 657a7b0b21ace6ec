// The rows of groups and of their notes, as the commands of a board read and write them: a constant number of
// statements, however many notes and groups a command names.
import type { GroupId, MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { phaseFacts, phases } from '@wentwell/contract/phases';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

import { accessValues, isInMeetingTeam } from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import { type NoteRow, notes } from '#server/features/notes/notes.table';
import { memberships } from '#server/features/teams/teams.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import type { Caller } from '#server/platform/http/caller';

import { type GroupRow, groups } from './groups.table.ts';
import type { GroupedNotes, Regrouping } from './regrouping.service.ts';

/** Which notes of a board: those named, those in the group, and all in a group with one of those named. */
interface GroupedNotesQuery {
  noteIds: readonly NoteId[];
  groupId: GroupId;
}

const meetingId = sql.placeholder('meetingId');
const noteIds = sql`any(${sql.placeholder('noteIds')}::uuid[])`;
const groupId = sql.placeholder('groupId');
const noteId = sql.placeholder('noteId');
const phasesThatGroup = phases.filter((phase) => phaseFacts[phase].groups);
const named = alias(notes, 'named');

function isNamed(table: typeof notes | typeof named) {
  return or(
    and(sql`${table.id} = ${noteIds}`, isNull(table.publicId)),
    sql`${table.publicId} = ${noteIds}`,
  );
}

function isLiving(table: typeof notes | typeof named) {
  return and(eq(table.meetingId, meetingId), isNull(table.deletedAt));
}

const findGroups = preparedOn((queries: Queries) =>
  queries
    .select()
    .from(groups)
    .where(and(eq(groups.meetingId, meetingId), isInMeetingTeam))
    .orderBy(asc(groups.id))
    .prepare('find_groups'),
);

const findNotes = preparedOn((queries: Queries) => {
  const theirGroups = queries
    .select({ id: named.groupId })
    .from(named)
    .where(and(isLiving(named), isNamed(named)));
  return queries
    .select()
    .from(notes)
    .where(
      and(
        isLiving(notes),
        isInMeetingTeam,
        or(isNamed(notes), eq(notes.groupId, groupId), inArray(notes.groupId, theirGroups)),
      ),
    )
    .prepare('find_grouped_notes');
});

/** Finds nothing for a caller who is not in the meeting's team. */
export async function findForCommand(
  tx: Tx,
  { caller, meetingId: id }: { caller: Caller; meetingId: MeetingId },
  query: GroupedNotesQuery,
): Promise<GroupedNotes> {
  const access = accessValues(caller, id);
  const ids = { noteIds: [...query.noteIds], groupId: query.groupId };
  const [groupRows, noteRows] = await Promise.all([
    findGroups(tx).execute(access),
    findNotes(tx).execute({ ...access, ...ids }),
  ]);
  return { groups: groupRows, notes: noteRows };
}

const findGroupable = preparedOn((queries: Queries) =>
  queries
    .select({
      isAnonymous: sql<boolean>`${meetings.settings} ->> 'anonymous' is not distinct from 'true'`,
    })
    .from(notes)
    .innerJoin(meetings, eq(meetings.id, notes.meetingId))
    .innerJoin(
      memberships,
      and(
        eq(memberships.teamId, meetings.teamId),
        eq(memberships.userId, sql.placeholder('userId')),
      ),
    )
    .where(
      and(
        isLiving(notes),
        or(and(eq(notes.id, noteId), isNull(notes.publicId)), eq(notes.publicId, noteId)),
        eq(notes.hidden, false),
        eq(meetings.status, 'live'),
        inArray(meetings.phase, phasesThatGroup),
      ),
    )
    .prepare('find_groupable_note'),
);

/** Null where a user could not group a note now; else whether its meeting is anonymous. */
export async function rightToGroup(
  queries: Queries,
  userId: UserId,
  note: { meetingId: MeetingId; noteId: NoteId },
): Promise<{ isAnonymous: boolean } | null> {
  const [found] = await findGroupable(queries).execute({ ...note, userId });
  return found ? { isAnonymous: found.isAnonymous } : null;
}

/** Whether none of these notes of a board has been deleted. */
export async function areLiving(
  tx: Tx,
  board: MeetingId,
  ids: readonly NoteId[],
): Promise<boolean> {
  const isListed = sql`coalesce(${notes.publicId}, ${notes.id}) = any(${sql.param([...ids])}::uuid[])`;
  const onBoard = and(eq(notes.meetingId, board), isNull(notes.deletedAt));
  return (await tx.$count(notes, and(onBoard, isListed))) === ids.length;
}

/** Some groups of a board with their living notes. */
export async function findGroupsWithNotes(
  tx: Tx,
  board: MeetingId,
  ids: ReadonlySet<GroupId>,
): Promise<GroupedNotes> {
  const listed = sql`any(${sql.param([...ids])}::uuid[])`;
  const [groupRows, noteRows] = await Promise.all([
    tx
      .select()
      .from(groups)
      .where(and(eq(groups.meetingId, board), sql`${groups.id} = ${listed}`))
      .orderBy(asc(groups.id))
      .execute(),
    tx
      .select()
      .from(notes)
      .where(
        and(eq(notes.meetingId, board), isNull(notes.deletedAt), sql`${notes.groupId} = ${listed}`),
      )
      .execute(),
  ]);
  return { groups: groupRows, notes: noteRows };
}

async function writeGroups(tx: Tx, rows: readonly GroupRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(groups)
    .values([...rows])
    .onConflictDoUpdate({
      target: [groups.meetingId, groups.id],
      set: {
        title: sql`excluded.title`,
        titleIsCustom: sql`excluded.title_is_custom`,
        columnId: sql`excluded.column_id`,
        version: sql`excluded.version`,
        updatedAt: databaseNow,
      },
    });
}

async function deleteGroups(tx: Tx, board: MeetingId, ids: readonly GroupId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(groups)
    .where(
      and(eq(groups.meetingId, board), sql`${groups.id} = any(${sql.param([...ids])}::uuid[])`),
    );
}

/** Versions and times of the notes stay: nobody's edit is stale because of their group (docs/retro.md R-96). */
async function writeMembers(tx: Tx, regrouped: ReadonlyMap<NoteRow['id'], GroupId | null>) {
  if (regrouped.size === 0) return;
  const ids = sql.param([...regrouped.keys()]);
  const targets = sql.param([...regrouped.values()]);
  await tx.execute(sql`update notes set group_id = regrouped.group_id
    from unnest(${ids}::uuid[], ${targets}::uuid[]) as regrouped(id, group_id)
    where notes.id = regrouped.id`);
}

export async function writeRegrouping(
  tx: Tx,
  board: MeetingId,
  { written, dissolved, regrouped }: Regrouping,
): Promise<void> {
  await Promise.all([
    writeMembers(tx, regrouped),
    writeGroups(tx, written),
    deleteGroups(tx, board, dissolved),
  ]);
}
