// Comments as records. A comment hangs on one note, and follows it into groups and out of them.
import { z } from 'zod';

import { type CommentsByTopic, commentsByTopic, LoggedComment } from '../comments.ts';
import { topicIdOf } from '../topics.ts';
import { authoredViews } from './authors.ts';
import type { BoardState } from './board.ts';
import { noteType } from './notes.ts';
import { defineRecordType, fieldsOf } from './record.ts';

const CommentRecord = LoggedComment.omit({ topic_id: true }).extend({ type: z.literal('comment') });
export type CommentRecord = z.infer<typeof CommentRecord>;
export const commentType = defineRecordType<CommentRecord>({
  type: 'comment',
  schema: CommentRecord,
  views: (comment) => authoredViews(comment, null),
  hasUserText: true,
  isRestorable: true,
});

/** Leaves out a comment whose note is gone. */
export function presentComments(board: BoardState): CommentsByTopic {
  return commentsByTopic(
    board.all(commentType).flatMap((comment) => {
      const note = board.get(noteType, comment.note_id);
      return note ? [{ ...fieldsOf(comment), topic_id: topicIdOf(note) }] : [];
    }),
  );
}
