import {
  ChangeByAuthorHeaders,
  CreateByAuthorHeaders,
} from '@wentwell/contract/api/change-headers';
import type { BoardState } from '@wentwell/contract/board/board';
import { commentType, placeComment } from '@wentwell/contract/board/comments';
import { noteType } from '@wentwell/contract/board/notes';
import { CommentId } from '@wentwell/contract/ids';
import type { Viewer } from '@wentwell/contract/notes/author-keys';
import { commandOf, Comment, CommentInput, CommentUpdate } from '@wentwell/contract/notes/comments';

import { noContent, type StoreDeps } from '#server/board/store';
import { findDeletedComment } from '#server/board/trash';
import { visibleRecord } from '#server/board/visible-record';
import { notFound } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { Answer } from '#server/platform/http/receipts';
import { newTimelessId } from '#server/platform/ids';

function findComment(board: BoardState, id: CommentId, caller: Viewer): Comment | undefined {
  const comment = visibleRecord(board, { type: commentType, id }, caller);
  const note = comment && visibleRecord(board, { type: noteType, id: comment.note_id }, caller);
  return note && placeComment(comment, note);
}

function commentAnswer(comment: Comment = notFound(), status = 200): Answer<Comment> {
  return { status, body: comment, version: comment.version };
}

export function commentsRoutes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Discussion');

  change('POST /meetings/:meetingId/topics/:topicId/comments', {
    operationId: 'createComment',
    config: { guests: 'write' },
    summary: 'Comment on a topic',
    description:
      'By any member, in a live meeting from revealing on. 200 instead of 201 if the board already has the ' +
      'given id. With a deleted comment’s id, its author or deleter restores it unchanged. At most 200 per ' +
      'topic and 1,000 per board.',
    headers: CreateByAuthorHeaders,
    body: CommentInput,
    answers: { 200: Comment, 201: Comment },
    run: ({ command, params: { meetingId, topicId: topic_id }, body }) => {
      const id = body.id ?? newTimelessId(CommentId);
      return store.change(command, meetingId, {
        name: commandOf(body),
        input: { ...body, id, topic_id },
        async read(tx, { board, isRetry }) {
          if (!isRetry || board.get(commentType, id)) return null;
          const trash = await findDeletedComment(tx, command, { meetingId, id });
          return trash && { name: 'comment.restore', input: { id, topic_id }, context: { trash } };
        },
        answer({ board, change, input: { id: addedId } }) {
          const comment = findComment(board, CommentId.parse(addedId), command);
          return { ...commentAnswer(comment, change ? 201 : 200), kept: { id: addedId } };
        },
      });
    },
  });

  change('PUT /meetings/:meetingId/topics/:topicId/comments/:commentId', {
    operationId: 'updateComment',
    config: { guests: 'write' },
    summary: 'Edit a comment',
    description:
      'By its author, a lead or a team admin. The topic is the comment’s present one, or its ' +
      'note.',
    headers: ChangeByAuthorHeaders,
    body: CommentUpdate,
    answers: { 200: Comment },
    refuses: [412],
    run: ({ command, params: { meetingId, topicId: topic_id, commentId: id }, body }) =>
      store.change(command, meetingId, {
        name: 'comment.update',
        input: { ...body, id, topic_id },
        current: (board) => findComment(board, id, command),
        answer: ({ board }) => commentAnswer(findComment(board, id, command)),
      }),
  });

  change('DELETE /meetings/:meetingId/topics/:topicId/comments/:commentId', {
    operationId: 'deleteComment',
    config: { guests: 'write' },
    summary: 'Delete a comment',
    description: 'By its author, a lead or a team admin.',
    headers: ChangeByAuthorHeaders,
    refuses: [412],
    run: ({ command, params: { meetingId, topicId: topic_id, commentId: id } }) =>
      store.change(command, meetingId, {
        ...noContent,
        name: 'comment.remove',
        input: { id, topic_id },
        current: (board) => findComment(board, id, command),
      }),
  });
}
