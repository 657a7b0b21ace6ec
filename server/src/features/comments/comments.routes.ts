import { ChangeByAuthorHeaders, CreateByAuthorHeaders } from '@wentwell/contract/change-headers';
import { Comment, CommentInput, CommentUpdate } from '@wentwell/contract/comments';
import { CommentId, MeetingId, TopicId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { errorResponses } from '#server/platform/http/answers';
import type { Api } from '#server/platform/http/api';
import { commandOf } from '#server/platform/http/command';
import { answered } from '#server/platform/http/receipts';

import type { CommentsService } from './comments.service.ts';

const topicParams = z.object({ meetingId: MeetingId, topicId: TopicId });
const commentParams = topicParams.extend({ commentId: CommentId });
const tags = ['Discussion'];

export function commentsRoutes(api: Api, comments: CommentsService): void {
  api.post(
    '/meetings/:meetingId/topics/:topicId/comments',
    {
      config: { isByAuthor: true },
      schema: {
        tags,
        summary: 'Comment on a topic',
        description:
          'By any member, in a live meeting from the revealing phase on. 200 instead of 201 when the board already holds ' +
          'the id that was sent: nothing is added. With the id of a deleted comment its author, and whoever deleted it, ' +
          'bring it back as it was. A topic takes 200 comments, a board 1000.',
        headers: CreateByAuthorHeaders,
        params: topicParams,
        body: CommentInput,
        response: { 200: Comment, 201: Comment, ...errorResponses(403, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await comments.create(commandOf(request), request.params, request.body)),
  );

  api.put(
    '/meetings/:meetingId/topics/:topicId/comments/:commentId',
    {
      config: { isByAuthor: true },
      schema: {
        tags,
        summary: 'Edit a comment',
        description:
          'By its author, the meeting owner or a team admin. The topic is the one that the comment belongs to now, or the ' +
          'note that it hangs on.',
        headers: ChangeByAuthorHeaders,
        params: commentParams,
        body: CommentUpdate,
        response: { 200: Comment, ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await comments.update(commandOf(request), request.params, request.body)),
  );

  api.delete(
    '/meetings/:meetingId/topics/:topicId/comments/:commentId',
    {
      config: { isByAuthor: true },
      schema: {
        tags,
        summary: 'Delete a comment',
        description: 'By its author, the meeting owner or a team admin.',
        headers: ChangeByAuthorHeaders,
        params: commentParams,
        response: { 204: z.null(), ...errorResponses(403, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      answered(reply, await comments.remove(commandOf(request), request.params)),
  );
}
