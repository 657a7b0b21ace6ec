// Comments as rows: read with the notes that they hang on, by statements that each connection builds once.
import type { CommentId, MeetingId, TopicId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';

import { groups } from '#server/features/groups/groups.table';
import { accessValues, isInMeetingTeam } from '#server/features/meetings/meeting-access';
import { notes } from '#server/features/notes/notes.table';
import { isGroupOfNote, placedNote } from '#server/features/votes/votes.table';
import { preparedOn, type Queries, type Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { type CommentRow, comments } from './comments.table.ts';

const meetingId = sql.placeholder('meetingId');
const topicOfNote = sql`coalesce(${notes.groupId}, ${notes.publicId}, ${notes.id})`;
const isInTopic = sql`${topicOfNote} = ${sql.placeholder('topicId')}::uuid`;
const hangsOnNote = eq(notes.id, comments.noteId);

const findTopic = preparedOn((queries: Queries) =>
  queries
    .select(placedNote)
    .from(notes)
    .leftJoin(groups, isGroupOfNote)
    .where(and(eq(notes.meetingId, meetingId), isNull(notes.deletedAt), isInMeetingTeam, isInTopic))
    .orderBy(asc(notes.position))
    .limit(1)
    .prepare('find_commented_topic'),
);

const find = preparedOn((queries: Queries) =>
  queries
    .select({
      comment: comments,
      note: {
        id: notes.id,
        publicId: notes.publicId,
        groupId: notes.groupId,
        deletedAt: notes.deletedAt,
      },
    })
    .from(comments)
    .innerJoin(notes, hangsOnNote)
    .where(
      and(
        eq(comments.meetingId, meetingId),
        eq(comments.id, sql.placeholder('commentId')),
        isInMeetingTeam,
      ),
    )
    .prepare('find_comment'),
);

const countAll = preparedOn((queries: Queries) =>
  queries
    .select({
      onBoard: count(),
      onTopic: sql<string>`count(*) filter (where ${isInTopic})`.mapWith(Number),
    })
    .from(comments)
    .innerJoin(notes, hangsOnNote)
    .where(
      and(
        eq(comments.meetingId, meetingId),
        isNull(comments.deletedAt),
        isNull(notes.deletedAt),
        isInMeetingTeam,
      ),
    )
    .prepare('count_comments'),
);

const insert = preparedOn((queries: Queries) =>
  queries
    .insert(comments)
    .values({
      meetingId,
      teamId: sql.placeholder('teamId'),
      id: sql.placeholder('id'),
      noteId: sql.placeholder('noteId'),
      authorId: sql.placeholder('authorId'),
      authorHash: sql.placeholder('authorHash'),
      content: sql.placeholder('content'),
      version: sql.placeholder('version'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .prepare('insert_comment'),
);

const update = preparedOn((queries: Queries) =>
  queries
    .update(comments)
    .set({
      noteId: sql`${sql.placeholder('noteId')}`,
      content: sql`${sql.placeholder('content')}`,
      version: sql`${sql.placeholder('version')}`,
      updatedAt: sql`${sql.placeholder('updatedAt')}`,
      deletedAt: sql`${sql.placeholder('deletedAt')}`,
      deletedBy: sql`${sql.placeholder('deletedBy')}`,
      deletedByHash: sql`${sql.placeholder('deletedByHash')}`,
    })
    .where(and(eq(comments.meetingId, meetingId), eq(comments.id, sql.placeholder('id'))))
    .prepare('update_comment'),
);

export interface TopicAt {
  meetingId: MeetingId;
  topicId: TopicId;
}

export interface CommentAt {
  meetingId: MeetingId;
  commentId: CommentId;
}

/** The oldest note of a topic; undefined where the board has no such topic, or the caller is not in its team. */
export async function findTopicNote(tx: Tx, caller: Caller, { meetingId: id, topicId }: TopicAt) {
  const [found] = await findTopic(tx).execute({ ...accessValues(caller, id), topicId });
  return found;
}

/** The comment, deleted or not, and the note that it hangs on, deleted or not. */
export async function findComment(
  queries: Queries,
  caller: Caller,
  { meetingId: id, commentId }: CommentAt,
) {
  const [found] = await find(queries).execute({ ...accessValues(caller, id), commentId });
  return found;
}
export type FoundComment = NonNullable<Awaited<ReturnType<typeof findComment>>>;

export function isOnBoard({ comment, note }: FoundComment): boolean {
  return comment.deletedAt === null && note.deletedAt === null;
}

export async function countComments(tx: Tx, caller: Caller, { meetingId: id, topicId }: TopicAt) {
  const [found] = await countAll(tx).execute({ ...accessValues(caller, id), topicId });
  return found ?? { onBoard: 0, onTopic: 0 };
}

/** Counted under the board's lock, so that of many at once none comes too many. */
export function requireRoom({ onBoard, onTopic }: { onBoard: number; onTopic: number }): void {
  if (onTopic >= limits.commentsPerTopic) throw new ApiError('TOPIC_COMMENTS_FULL');
  if (onBoard >= limits.commentsPerBoard) throw new ApiError('BOARD_COMMENTS_FULL');
}

export function insertComment(tx: Tx, row: CommentRow): Promise<unknown> {
  return insert(tx).execute({ ...row });
}

/** Writes all of a row that a command changes. */
export function updateComment(tx: Tx, row: CommentRow): Promise<unknown> {
  return update(tx).execute({ ...row });
}
