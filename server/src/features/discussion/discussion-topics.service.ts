// The topics of a board as the discussion needs them.
import { discussionOrder } from '@wentwell/contract/discussion';
import type { MeetingId, TopicId } from '@wentwell/contract/ids';
import { type Topic, topicsOf } from '@wentwell/contract/topics';
import { and, eq, isNull, sql } from 'drizzle-orm';

import { type GroupRow, groups, toGroups } from '#server/features/groups/groups.table';
import { accessValues, isInMeetingTeam } from '#server/features/meetings/meeting-access';
import { columnsOf, type MeetingRow } from '#server/features/meetings/meetings.table';
import { type NoteRow, notes, toNote } from '#server/features/notes/notes.table';
import { findVotes, toBallots, totalsOf } from '#server/features/votes/votes.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';

export interface TopicRows {
  notes: NoteRow[];
  groups: GroupRow[];
}

const meetingId = sql.placeholder('meetingId');
const isOnBoard = and(eq(notes.meetingId, meetingId), isNull(notes.deletedAt));

const findNotes = preparedOn((queries: Queries) =>
  queries
    .select()
    .from(notes)
    .where(and(isOnBoard, isInMeetingTeam))
    .prepare('find_notes_of_topics'),
);

const findGroups = preparedOn((queries: Queries) =>
  queries
    .select()
    .from(groups)
    .where(and(eq(groups.meetingId, meetingId), isInMeetingTeam))
    .prepare('find_groups_of_topics'),
);

/** Finds nothing for a caller who is not in the meeting's team. */
export async function findTopicRows(tx: Tx, caller: Caller, id: MeetingId): Promise<TopicRows> {
  const values = accessValues(caller, id);
  const [noteRows, groupRows] = await Promise.all([
    findNotes(tx).execute(values),
    findGroups(tx).execute(values),
  ]);
  return { notes: noteRows, groups: groupRows };
}

/** The same for the server itself. */
export async function readTopicRows(tx: Tx, id: MeetingId): Promise<TopicRows> {
  const [noteRows, groupRows] = await Promise.all([
    tx
      .select()
      .from(notes)
      .where(and(eq(notes.meetingId, id), isNull(notes.deletedAt)))
      .execute(),
    tx.select().from(groups).where(eq(groups.meetingId, id)).execute(),
  ]);
  return { notes: noteRows, groups: groupRows };
}

export function toTopics(meeting: MeetingRow, rows: TopicRows): Topic[] {
  return topicsOf({
    notes: rows.notes.map((row) => toNote(row, null)),
    groups: toGroups(rows.groups, rows.notes),
    columns: columnsOf(meeting),
  });
}

/** The order in which topics are discussed that nobody has put in order. */
export async function orderByVotes(
  tx: Tx,
  meeting: MeetingRow,
  rows: TopicRows,
): Promise<TopicId[]> {
  const ballots = toBallots(await findVotes(tx, meeting.id), columnsOf(meeting));
  return discussionOrder(toTopics(meeting, rows), totalsOf(ballots));
}
