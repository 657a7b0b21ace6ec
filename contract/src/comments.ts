// Comments on topics (docs/retro.md ): entity, inputs, policy. On a board: `board/comments.ts`.
import { z } from 'zod';

import { authorFields, isAuthor, loggedAuthorFields } from './author-keys.ts';
import type { PolicyResult } from './errors.ts';
import { CommentId, NoteId, TopicId } from './ids.ts';
import { limits } from './limits.ts';
import { type LedMeeting, type Meeting, meetingPolicy } from './meetings.ts';
import { phaseFacts } from './phases.ts';
import type { TeamContext } from './teams.ts';
import { requiredText, Timestamp } from './text.ts';

/** A comment hangs on one note of its topic, and follows it into groups and out of them. */
export const Comment = z.object({
  id: CommentId,
  topic_id: TopicId,
  note_id: NoteId,
  ...authorFields,
  /** The author of its note answers. It holds no author of its own: the note's stands for it. */
  from_author: z.boolean().optional(),
  content: z.string(),
  version: z.number().int(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Comment = z.infer<typeof Comment>;

/** A comment in full, as the log stores it. */
export const LoggedComment = Comment.extend(loggedAuthorFields);
export type LoggedComment = z.infer<typeof LoggedComment>;

/** The comments of each topic that has some, in the order in which they were written. */
export const CommentsByTopic = z.record(TopicId, z.array(Comment));
export type CommentsByTopic = z.infer<typeof CommentsByTopic>;

export const CommentContent = requiredText(limits.commentContentMax, 'Please enter a comment.');

/** An id made by the client makes a repeated request harmless, and brings a deleted comment back as it was. */
export const CommentInput = z
  .object({
    id: CommentId.optional(),
    content: CommentContent,
    /** By the author of an anonymous note, whose id the topic's is. */
    from_author: z.boolean().optional(),
  })
  .meta({ examples: [{ content: 'Only on Fridays.' }] });
export type CommentInput = z.infer<typeof CommentInput>;

export const CommentUpdate = z
  .object({ content: CommentContent })
  .meta({ examples: [{ content: 'Mostly on Fridays.' }] });
export type CommentUpdate = z.infer<typeof CommentUpdate>;

/** Those written at the same moment in the order of their ids. */
export function commentsByTopic(comments: readonly Comment[]): CommentsByTopic {
  const inOrder = comments.toSorted(
    (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1),
  );
  return Object.fromEntries(Map.groupBy(inOrder, ({ topic_id }) => topic_id));
}

type MeetingNow = Pick<Meeting, 'phase' | 'status'>;

function isCommentedOn({ phase, status }: MeetingNow): PolicyResult {
  if (status !== 'live') return 'MEETING_NOT_LIVE';
  return phaseFacts[phase].responds ? 'allowed' : 'COMMENTS_NOT_YET';
}

/** `meeting` has its effective status, by the database's clock. */
export const commentPolicy = {
  add: (who: TeamContext, meeting: MeetingNow): PolicyResult =>
    who.role === null ? 'TEAM_MEMBER_ONLY' : isCommentedOn(meeting),
  /** Edit, or delete: its author, the meeting's owner, a team admin, and superusers. */
  change: (
    who: TeamContext,
    meeting: MeetingNow & LedMeeting,
    comment: Pick<Comment, 'author_id' | 'mine'>,
  ): PolicyResult => {
    if (who.role === null && !who.isSuperuser) return 'TEAM_MEMBER_ONLY';
    const now = isCommentedOn(meeting);
    if (now !== 'allowed') return now;
    const mayChange = isAuthor(comment, who) || meetingPolicy.change(who, meeting) === 'allowed';
    return mayChange ? 'allowed' : 'COMMENT_AUTHOR_ONLY';
  },
} as const;
