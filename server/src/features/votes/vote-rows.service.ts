// Votes as rows: read with the notes that they hang on, and written as one statement.
import type { MeetingId, NoteId, TopicId, UserId } from '@wentwell/contract/ids';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';

import { groups } from '#server/features/groups/groups.table';
import { isAnyInMeetingTeam, sharedAccessValues } from '#server/features/meetings/meeting-access';
import type { MeetingRow } from '#server/features/meetings/meetings.table';
import { type PhaseMark, preparedMarks } from '#server/features/meetings/phase-marks.table';
import { notes } from '#server/features/notes/notes.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';

import {
  isGroupOfNote,
  isLivingNote,
  type PlacedVote,
  placedNote,
  placedVote,
  votes,
  votesFinished,
} from './votes.table.ts';

const meetingId = sql.placeholder('meetingId');

const findOwn = preparedOn((queries: Queries) =>
  queries
    .select(placedVote)
    .from(votes)
    .innerJoin(notes, isLivingNote)
    .leftJoin(groups, isGroupOfNote)
    .where(
      and(
        sql`${votes.userId} = any(${sql.placeholder('userIds')}::uuid[])`,
        eq(votes.meetingId, meetingId),
        isAnyInMeetingTeam,
      ),
    )
    .prepare('find_own_votes'),
);

const topicIdOfNote = sql<TopicId>`coalesce(${notes.groupId}, ${notes.publicId}, ${notes.id})`;

const findTopics = preparedOn((queries: Queries) =>
  queries
    .select({ ...placedNote, topicId: topicIdOfNote })
    .from(notes)
    .leftJoin(groups, isGroupOfNote)
    .where(
      and(
        eq(notes.meetingId, meetingId),
        isNull(notes.deletedAt),
        isAnyInMeetingTeam,
        sql`${topicIdOfNote} = any(${sql.placeholder('topicIds')}::uuid[])`,
      ),
    )
    .orderBy(asc(notes.position))
    .prepare('find_topics'),
);

const findFinished = preparedMarks(votesFinished, 'find_votes_finished');

/** A living note of a topic. */
export interface TopicNote extends Pick<PlacedVote, 'note' | 'groupColumn'> {
  topicId: TopicId;
}

/** Several people who ask about one board. Who is not in its team is told of nothing. */
interface Voters {
  callers: readonly Caller[];
  meetingId: MeetingId;
}

/** The votes of these people on living notes. */
export function findOwnVotes(tx: Tx, { callers, meetingId: id }: Voters): Promise<PlacedVote[]> {
  return findOwn(tx).execute(sharedAccessValues(callers, id));
}

/** The notes of these topics, oldest first; none where there is no such topic. */
export function findTopicNotes(
  tx: Tx,
  { callers, meetingId: id }: Voters,
  topicIds: readonly TopicId[],
): Promise<TopicNote[]> {
  return findTopics(tx).execute({ ...sharedAccessValues(callers, id), topicIds: [...topicIds] });
}

export function findVotesFinished(
  tx: Tx,
  { callers, meetingId: id }: Voters,
): Promise<PhaseMark[]> {
  return findFinished(tx).execute(sharedAccessValues(callers, id));
}

export interface VoteCount {
  userId: UserId;
  noteId: NoteId;
  count: number;
}

/** Writes how many votes each person has on a note. A count of 0 stays as a row that says nothing. */
export function writeVotes(
  tx: Tx,
  { id, teamId }: Pick<MeetingRow, 'id' | 'teamId'>,
  counts: readonly VoteCount[],
): Promise<unknown> {
  const column = <Key extends keyof VoteCount>(key: Key) => counts.map((each) => each[key]);
  return tx.execute(sql`insert into ${votes} (meeting_id, team_id, user_id, note_id, count)
    select ${id}::uuid, ${teamId}::uuid, * from unnest(${sql.param(column('userId'))}::uuid[], ${sql.param(column('noteId'))}::uuid[],
      ${sql.param(column('count'))}::int[])
    on conflict (user_id, note_id) do update set count = excluded.count`);
}
