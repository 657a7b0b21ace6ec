// Votes as rows: read with the notes that they hang on, and written as one statement.
import type { MeetingId, NoteId, TopicId, UserId } from '@wentwell/contract/ids';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';

import { groups } from '#server/features/groups/groups.table';
import { accessValues, isInMeetingTeam } from '#server/features/meetings/meeting-access';
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

const [meetingId, userId] = [sql.placeholder('meetingId'), sql.placeholder('userId')];

const findOwn = preparedOn((queries: Queries) =>
  queries
    .select(placedVote)
    .from(votes)
    .innerJoin(notes, isLivingNote)
    .leftJoin(groups, isGroupOfNote)
    .where(and(eq(votes.userId, userId), eq(votes.meetingId, meetingId), isInMeetingTeam))
    .prepare('find_own_votes'),
);

const topicIdOfNote = sql`coalesce(${notes.groupId}, ${notes.publicId}, ${notes.id})`;

const findTopic = preparedOn((queries: Queries) =>
  queries
    .select(placedNote)
    .from(notes)
    .leftJoin(groups, isGroupOfNote)
    .where(
      and(
        eq(notes.meetingId, meetingId),
        isNull(notes.deletedAt),
        isInMeetingTeam,
        sql`${topicIdOfNote} = ${sql.placeholder('topicId')}::uuid`,
      ),
    )
    .orderBy(asc(notes.position))
    .prepare('find_topic'),
);

const findFinished = preparedMarks(votesFinished, 'find_votes_finished');

/** A living note of a topic. */
export type TopicNote = Pick<PlacedVote, 'note' | 'groupColumn'>;

interface TopicAt {
  meetingId: MeetingId;
  topicId: TopicId;
}

/** The caller's votes on living notes; none for who is not in the meeting's team. */
export function findOwnVotes(tx: Tx, caller: Caller, id: MeetingId): Promise<PlacedVote[]> {
  return findOwn(tx).execute(accessValues(caller, id));
}

/** The notes of a topic, oldest first; none where there is no such topic. */
export function findTopicNotes(tx: Tx, caller: Caller, at: TopicAt): Promise<TopicNote[]> {
  return findTopic(tx).execute({ ...accessValues(caller, at.meetingId), topicId: at.topicId });
}

export function findVotesFinished(tx: Tx, caller: Caller, id: MeetingId): Promise<PhaseMark[]> {
  return findFinished(tx).execute(accessValues(caller, id));
}

interface NewCount {
  noteId: NoteId;
  count: number;
}

/** Writes how many votes a person has on each of these notes. A count of 0 stays as a row that says nothing. */
export function writeVotes(
  tx: Tx,
  voter: { meetingId: MeetingId; userId: UserId },
  counts: readonly NewCount[],
): Promise<unknown> {
  return tx
    .insert(votes)
    .values(counts.map((each) => ({ ...voter, ...each })))
    .onConflictDoUpdate({
      target: [votes.userId, votes.noteId],
      set: { count: sql`excluded.count` },
    })
    .execute();
}
