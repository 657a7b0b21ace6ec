import {
  type Comment,
  type CommentInput,
  commentPolicy,
  type CommentUpdate,
  type LoggedComment,
  storedComment,
} from '@wentwell/contract/comments';
import { CommentId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';

import {
  accessMeeting,
  type Author,
  authorIn,
  isBy,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { columnsOf, toMeeting } from '#server/features/meetings/meetings.table';
import { authorizeOnBoard } from '#server/features/teams/team-access';
import { isTopicNote } from '#server/features/votes/votes.table';
import type { BoardChange, EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
// Comments: written, edited, deleted, and brought back. Every change is announced where it is made.
import { nextVersion } from '#server/platform/db/next-version';
import { ApiError, authorize } from '#server/platform/http/api-error';
import { type Caller, deleterOf, hasDeleted } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';
import { requireVersion } from '#server/platform/http/versions';
import { newTimelessId } from '#server/platform/ids';

import {
  type CommentAt,
  countComments,
  findComment,
  findTopicNote,
  type FoundComment,
  insertComment,
  isOnBoard,
  requireRoom,
  type TopicAt,
  updateComment,
} from './comment-rows.service.ts';
import {
  type CommentedNote,
  type CommentRow,
  toComment,
  toLoggedComment,
} from './comments.table.ts';

export interface CommentsDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

type TopicNote = NonNullable<Awaited<ReturnType<typeof findTopicNote>>>;

function commentAnswer(
  { comment: row, note }: { comment: CommentRow; note: CommentedNote },
  caller: Caller,
  status = 200,
) {
  return { status, body: toComment(row, note, caller), version: row.version };
}

function changed(comment: LoggedComment): BoardChange {
  const data = { topic_id: comment.topic_id, comment };
  return { event: { type: 'comment_changed', data } };
}

function deleted({ id }: Pick<Comment, 'id'>): BoardChange {
  const data = { comment_id: id, deleted: true } as const;
  return { event: { type: 'comment_changed', data }, isKept: true };
}

function isAuthor({ authorId: id, authorHash: hash }: CommentRow, caller: Caller): boolean {
  return isBy({ id, hash }, caller);
}

/** Its status is decided by the database's clock. */
function policyMeeting({ meeting: row, now }: MeetingAccess) {
  const meeting = toMeeting(row);
  return { ...meeting, status: effectiveStatus(meeting, now) };
}

function requireTopic({ meeting }: MeetingAccess, topicNote: TopicNote | undefined) {
  if (!topicNote || !isTopicNote(topicNote, columnsOf(meeting))) throw new ApiError('NOT_FOUND');
  return topicNote.note;
}

export function commentsService({ receipts, log }: CommentsDeps) {
  /** How the answer to a command about a comment is read again, and who may still read it. */
  function repeatable(caller: Caller, { meetingId }: Pick<CommentAt, 'meetingId'>) {
    return {
      answers: storedComment,
      board: meetingId,
      async stillSees(tx: Tx, { id }: Comment) {
        await accessMeeting(tx, caller, meetingId);
        const found = await findComment(tx, caller, { meetingId, commentId: id });
        if (!found || !isOnBoard(found)) throw new ApiError('NOT_FOUND');
      },
    };
  }

  /** A comment that was read before its note joined a group is also found by the note's own topic. */
  async function load(tx: Tx, command: Command, at: CommentAt & TopicAt) {
    const [access, found] = await Promise.all([
      lockMeeting(tx, command, at.meetingId),
      findComment(tx, command, at),
    ]);
    if (!found || !isOnBoard(found)) throw new ApiError('NOT_FOUND');
    const { topic_id, note_id } = toLoggedComment(found.comment, found.note);
    if (![topic_id, note_id].includes(at.topicId)) throw new ApiError('NOT_FOUND');
    return { access, found };
  }

  async function write(
    tx: Tx,
    { on }: Author,
    { rows, announced }: { rows: Promise<unknown>; announced: BoardChange },
  ): Promise<void> {
    await Promise.all([rows, log.append(tx, on, announced)]);
  }

  /** The comment as it was, on the note that it hung on, or else on the topic that it is written to now. */
  async function restore(
    tx: Tx,
    command: Command,
    {
      access,
      found,
      topicNote,
    }: { access: MeetingAccess; found: FoundComment; topicNote: TopicNote['note'] },
  ): Promise<Answer<Comment>> {
    const { comment: before } = found;
    authorizeOnBoard(tx, { caller: command, access }, (who) =>
      commentPolicy.change(who, policyMeeting(access), toComment(before, found.note, command)),
    );
    const author = authorIn(access, command);
    const note = found.note.deletedAt === null ? found.note : topicNote;
    const row = {
      ...before,
      noteId: note.id,
      version: nextVersion(tx, before.version),
      updatedAt: author.now,
      deletedAt: null,
      deletedBy: null,
      deletedByHash: null,
    };
    const comment = toLoggedComment(row, note);
    // Its topic may be another one than the caller has named, and full.
    const at = { meetingId: row.meetingId, topicId: comment.topic_id };
    requireRoom(await countComments(tx, command, at));
    await write(tx, author, { rows: updateComment(tx, row), announced: changed(comment) });
    return commentAnswer({ comment: row, note }, command, 201);
  }

  return {
    /** Adds a comment; the same id by the same author again gives the stored one (200) and adds nothing. */
    async create(command: Command, at: TopicAt, input: CommentInput): Promise<Answer<Comment>> {
      const { meetingId } = at;
      const id = input.id ?? newTimelessId(CommentId);
      return receipts.once(command, {
        ...repeatable(command, at),
        async load(tx) {
          const [access, found, topicNote, counted] = await Promise.all([
            lockMeeting(tx, command, meetingId),
            findComment(tx, command, { meetingId, commentId: id }),
            findTopicNote(tx, command, at),
            countComments(tx, command, at),
          ]);
          return { access, found, topicNote, counted };
        },
        async work(tx, { access, found, topicNote, counted }) {
          const isOwn = found !== undefined && isAuthor(found.comment, command);
          if (found && isOwn && isOnBoard(found)) {
            return commentAnswer(found, command);
          }
          const isDeleted = found?.comment.deletedAt !== null;
          const mayRestore = isOwn || (found !== undefined && hasDeleted(found.comment, command));
          if (found && !(isDeleted && mayRestore)) throw new ApiError('ID_TAKEN');
          const note = requireTopic(access, topicNote);
          if (!found) authorize(commentPolicy.add(access.teamContext, policyMeeting(access)));
          if (found) return restore(tx, command, { access, found, topicNote: note });
          const author = authorIn(access, command);
          requireRoom(counted);
          const row: CommentRow = {
            meetingId,
            teamId: access.meeting.teamId,
            id,
            noteId: note.id,
            authorId: author.authorId,
            authorHash: author.authorHash,
            authorName: null,
            content: input.content,
            version: 1,
            createdAt: author.now,
            updatedAt: author.now,
            deletedAt: null,
            deletedBy: null,
            deletedByHash: null,
          };
          const announced = changed(toLoggedComment(row, note));
          log.appendLast(tx, author.on, {
            change: announced,
            history: access,
            write: () => insertComment(tx, row),
          });
          return commentAnswer({ comment: row, note }, command, 201);
        },
      });
    },

    async update(
      command: Command,
      at: CommentAt & TopicAt,
      { content }: CommentUpdate,
    ): Promise<Answer<Comment>> {
      return receipts.once(command, {
        ...repeatable(command, at),
        load: (tx) => load(tx, command, at),
        async work(tx, { access, found }) {
          const { note } = found;
          const before = toComment(found.comment, note, command);
          requireVersion(command, before);
          authorizeOnBoard(tx, { caller: command, access }, (who) =>
            commentPolicy.change(who, policyMeeting(access), before),
          );
          const author = authorIn(access, command);
          if (content === before.content) return commentAnswer(found, command);
          const version = nextVersion(tx, before.version);
          const row = { ...found.comment, content, version, updatedAt: author.now };
          const announced = changed(toLoggedComment(row, note));
          log.appendLast(tx, author.on, {
            change: announced,
            history: access,
            write: () => updateComment(tx, row),
          });
          return commentAnswer({ comment: row, note }, command);
        },
      });
    },

    async remove(command: Command, at: CommentAt & TopicAt): Promise<Answer<null>> {
      return receipts.once(command, {
        ...emptyAnswer,
        board: at.meetingId,
        load: (tx) => load(tx, command, at),
        async work(tx, { access, found }) {
          const { note } = found;
          const before = toComment(found.comment, note, command);
          requireVersion(command, before);
          authorizeOnBoard(tx, { caller: command, access }, (who) =>
            commentPolicy.change(who, policyMeeting(access), before),
          );
          const author = authorIn(access, command);
          const row = {
            ...found.comment,
            version: nextVersion(tx, before.version),
            updatedAt: author.now,
            deletedAt: author.now,
            ...deleterOf(found.comment.id, author.authorId, command),
          };
          await write(tx, author, { rows: updateComment(tx, row), announced: deleted(before) });
          return { status: 204, body: null };
        },
      });
    },
  };
}
export type CommentsService = ReturnType<typeof commentsService>;
