import { ChangeByAuthorHeaders, CreateByAuthorHeaders } from '@wentwell/contract/change-headers';
import { Comment, CommentInput, CommentUpdate } from '@wentwell/contract/comments';
import { CommentId, MeetingId, TopicId } from '@wentwell/contract/ids';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { CommentsService } from './comments.service.ts';

const topicParams = z.object({ meetingId: MeetingId, topicId: TopicId });
const commentParams = topicParams.extend({ commentId: CommentId });

export function commentsRoutes(api: Api, comments: CommentsService): void {
  const { change } = callsOf(api, 'Discussion');

  change(
    'POST /meetings/:meetingId/topics/:topicId/comments',
    {
      operationId: 'createComment',
      summary: 'Comment on a topic',
      description:
        'By any member, in a live meeting from the revealing phase on. 200 instead of 201 when the board already holds ' +
        'the id that was sent: nothing is added. With the id of a deleted comment its author, and whoever deleted it, ' +
        'bring it back as it was. A topic takes 200 comments, a board 1000.',
      headers: CreateByAuthorHeaders,
      params: topicParams,
      body: CommentInput,
      answers: { 200: Comment, 201: Comment },
      refuses: [403, 404, 409, 422],
    },
    ({ command, params, body }) => comments.create(command, params, body),
  );

  change(
    'PUT /meetings/:meetingId/topics/:topicId/comments/:commentId',
    {
      operationId: 'updateComment',
      summary: 'Edit a comment',
      description:
        'By its author, the meeting owner or a team admin. The topic is the one that the comment belongs to now, or the ' +
        'note that it hangs on.',
      headers: ChangeByAuthorHeaders,
      params: commentParams,
      body: CommentUpdate,
      answers: { 200: Comment },
      refuses: [403, 404, 409, 412, 422],
    },
    ({ command, params, body }) => comments.update(command, params, body),
  );

  change(
    'DELETE /meetings/:meetingId/topics/:topicId/comments/:commentId',
    {
      operationId: 'deleteComment',
      summary: 'Delete a comment',
      description: 'By its author, the meeting owner or a team admin.',
      headers: ChangeByAuthorHeaders,
      params: commentParams,
      answers: { 204: z.null() },
      refuses: [403, 404, 409, 412, 422],
    },
    ({ command, params }) => comments.remove(command, params),
  );
}
