// Comments: written, edited, deleted, and brought back. Every change is announced where it is made.
import {
  type Comment,
  type CommentInput,
  commentPolicy,
  type CommentUpdate,
  storedComment,
} from '@wentwell/contract/comments';
import { CommentId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';

import {
  accessMeeting,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { columnsOf, toMeeting } from '#server/features/meetings/meetings.table';
import { isTopicNote } from '#server/features/votes/votes.table';
import type { BoardChange, EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import { type Answer, emptyAnswer, type ReceiptBook } from '#server/platform/http/receipts';
import { requireVersion } from '#server/platform/http/versions';
import { newId } from '#server/platform/ids';

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
import { type CommentRow, toComment } from './comments.table.ts';

export interface CommentsDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

type TopicNote = NonNullable<Awaited<ReturnType<typeof findTopicNote>>>;

function commentAnswer(comment: Comment, status = 200): Answer<Comment> {
  return { status, body: comment, version: comment.version };
}

function changed(comment: Comment): BoardChange {
  const data = { topic_id: comment.topic_id, comment };
  return { event: { type: 'comment_changed', data } };
}

function deleted({ id }: Comment): BoardChange {
  const data = { comment_id: id, deleted: true } as const;
  return { event: { type: 'comment_changed', data }, isKept: true };
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
    const { topic_id, note_id } = toComment(found.comment, found.note);
    if (![topic_id, note_id].includes(at.topicId)) throw new ApiError('NOT_FOUND');
    return { access, found };
  }

  async function write(
    tx: Tx,
    { meeting, teamContext }: MeetingAccess,
    { rows, announced }: { rows: Promise<unknown>; announced: BoardChange },
  ): Promise<void> {
    const on = { meetingId: meeting.id, actorId: teamContext.userId };
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
    authorize(
      commentPolicy.change(access.teamContext, policyMeeting(access), {
        author_id: before.authorId,
      }),
    );
    const note = found.note.deletedAt === null ? found.note : topicNote;
    const row = {
      ...before,
      noteId: note.id,
      version: before.version + 1,
      updatedAt: access.now,
      deletedAt: null,
      deletedBy: null,
    };
    const comment = toComment(row, note);
    // Its topic may be another one than the caller has named, and full.
    const at = { meetingId: row.meetingId, topicId: comment.topic_id };
    requireRoom(await countComments(tx, command, at));
    await write(tx, access, { rows: updateComment(tx, row), announced: changed(comment) });
    return commentAnswer(comment, 201);
  }

  return {
    /** Adds a comment; the same id by the same author again gives the stored one (200) and adds nothing. */
    async create(command: Command, at: TopicAt, input: CommentInput): Promise<Answer<Comment>> {
      const { meetingId } = at;
      const id = input.id ?? newId(CommentId);
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
          const isOwn = found?.comment.authorId === command.userId;
          if (found && isOwn && isOnBoard(found)) {
            return commentAnswer(toComment(found.comment, found.note));
          }
          const isDeleted = found?.comment.deletedAt !== null;
          const mayRestore = isOwn || found?.comment.deletedBy === command.userId;
          if (found && !(isDeleted && mayRestore)) throw new ApiError('ID_TAKEN');
          const note = requireTopic(access, topicNote);
          if (!found) authorize(commentPolicy.add(access.teamContext, policyMeeting(access)));
          if (found) return restore(tx, command, { access, found, topicNote: note });
          requireRoom(counted);
          const row: CommentRow = {
            meetingId,
            id,
            noteId: note.id,
            authorId: command.userId,
            content: input.content,
            version: 1,
            createdAt: access.now,
            updatedAt: access.now,
            deletedAt: null,
            deletedBy: null,
          };
          const comment = toComment(row, note);
          await write(tx, access, { rows: insertComment(tx, row), announced: changed(comment) });
          return commentAnswer(comment, 201);
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
          const before = toComment(found.comment, found.note);
          requireVersion(command, before);
          authorize(commentPolicy.change(access.teamContext, policyMeeting(access), before));
          if (content === before.content) return commentAnswer(before);
          const version = before.version + 1;
          const row = { ...found.comment, content, version, updatedAt: access.now };
          const comment = toComment(row, found.note);
          await write(tx, access, { rows: updateComment(tx, row), announced: changed(comment) });
          return commentAnswer(comment);
        },
      });
    },

    async remove(command: Command, at: CommentAt & TopicAt): Promise<Answer<null>> {
      return receipts.once(command, {
        ...emptyAnswer,
        board: at.meetingId,
        load: (tx) => load(tx, command, at),
        async work(tx, { access, found }) {
          const before = toComment(found.comment, found.note);
          requireVersion(command, before);
          authorize(commentPolicy.change(access.teamContext, policyMeeting(access), before));
          const row = {
            ...found.comment,
            version: before.version + 1,
            updatedAt: access.now,
            deletedAt: access.now,
            deletedBy: command.userId,
          };
          await write(tx, access, { rows: updateComment(tx, row), announced: deleted(before) });
          return { status: 204, body: null };
        },
      });
    },
  };
}
export type CommentsService = ReturnType<typeof commentsService>;
