// Comments on topics (docs/retro.md ): entity, inputs, policy. On a board: `board/comments.ts`.
import { z } from 'zod';

import type { PolicyResult } from '../errors.ts';
import { CommentId, NoteId, TopicId, NewCommentId } from '../ids.ts';
import { limits } from '../limits.ts';
import { type LedMeeting, type MeetingNow, meetingPolicy } from '../meetings/meetings.ts';
import { phaseFacts } from '../phases.ts';
import type { TeamContext } from '../teams/teams.ts';
import { requiredText, Timestamp } from '../text/text.ts';
import { authorFields, isAuthor, loggedAuthorFields } from './author-keys.ts';

/** Shown in place of an author. */
export const CommentMarks = z.object({
  /** An answer by the note's author (`board/questions.ts`). It stores no author; the note's author applies. */
  from_author: z.boolean().optional(),
});
export type CommentMarks = z.infer<typeof CommentMarks>;

/** A comment belongs to one note of its topic and stays with it when the note joins or leaves a group. */
export const Comment = z.object({
  id: CommentId,
  topic_id: TopicId,
  note_id: NoteId,
  ...authorFields,
  ...CommentMarks.shape,
  content: z.string(),
  version: z.number().int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Comment = z.infer<typeof Comment>;

/** The record that has the author: an answer's is its note. */
export function writtenBy<C extends CommentMarks, N>(comment: C, note: N): C | N {
  return comment.from_author ? note : comment;
}

/** Shown on an answer instead of a name. */
export const markOf = (comment: CommentMarks) => comment.from_author && 'from the author';

/** The full comment, as stored in the log. */
export const LoggedComment = Comment.extend(loggedAuthorFields);

/** Comments of each commented topic, in the order of writing. */
export const CommentsByTopic = z.record(TopicId, z.array(Comment));
export type CommentsByTopic = z.infer<typeof CommentsByTopic>;

export const CommentContent = requiredText(limits.commentContentMax, 'Please enter a comment.');

/** A client-generated id makes retries idempotent and restores a deleted comment. */
export const CommentInput = z
  .object({
    id: NewCommentId.optional(),
    content: CommentContent,
    /** An answer by the author of an anonymous note. The topic's id must be the note's. */
    from_author: z.boolean().optional(),
  })
  .meta({ examples: [{ content: 'Only on Fridays.' }] });
export type CommentInput = z.infer<typeof CommentInput>;

/** The command that adds it. */
export const commandOf = (input: CommentInput) =>
  input.from_author ? 'comment.answer' : 'comment.add';

export const CommentUpdate = z
  .object({ content: CommentContent })
  .meta({ examples: [{ content: 'Mostly on Fridays.' }] });

/** Sorts by time, then id. */
export function commentsByTopic(comments: readonly Comment[]): CommentsByTopic {
  const inOrder = comments.toSorted(
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1),
  );
  return Object.fromEntries(Map.groupBy(inOrder, ({ topic_id }) => topic_id));
}

function checkCommenting({ phase, status }: MeetingNow): PolicyResult {
  if (status !== 'live') return 'MEETING_NOT_LIVE';
  return phaseFacts[phase].allowsResponses ? 'allowed' : 'COMMENTS_NOT_YET';
}

export const commentPolicy = {
  add: (who: TeamContext, meeting: MeetingNow): PolicyResult =>
    who.role === null ? 'TEAM_MEMBER_ONLY' : checkCommenting(meeting),
  /** Edit or delete: the author, the meeting's leads, team admins and superusers. */
  change: (
    who: TeamContext,
    meeting: MeetingNow & LedMeeting,
    comment: Pick<Comment, 'author_id' | 'mine'>,
  ): PolicyResult => {
    if (who.role === null && !who.isSuperuser) return 'TEAM_MEMBER_ONLY';
    const now = checkCommenting(meeting);
    if (now !== 'allowed') return now;
    const mayChange = isAuthor(comment, who) || meetingPolicy.change(who, meeting) === 'allowed';
    return mayChange ? 'allowed' : 'COMMENT_AUTHOR_ONLY';
  },
} as const;
