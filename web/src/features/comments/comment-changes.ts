// The optimistic updates of the comment commands.
import type { Board } from '@wentwell/contract/board';
import { type Comment, commentsByTopic } from '@wentwell/contract/comments';
import type { CommentId } from '@wentwell/contract/ids';

import type { BoardUpdate } from '#web/live/command';

export function findComment({ comments }: Board, id: CommentId): Comment | undefined {
  for (const its of Object.values(comments)) {
    const found = its.find((comment) => comment.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Adds the comment, or replaces the one with its id unless that is newer. The comments of other topics stay the same. */
export function withComment(comment: Comment): BoardUpdate {
  return (board) => {
    const { topic_id } = findComment(board, comment.id) ?? comment;
    const its = board.comments[topic_id] ?? [];
    const before = its.find(({ id }) => id === comment.id);
    if (before && before.version > comment.version) return board;
    const others = its.filter(({ id }) => id !== comment.id);
    const sorted = commentsByTopic([...others, { ...comment, topic_id }]);
    return { ...board, comments: { ...board.comments, ...sorted } };
  };
}

export function withoutComment(commentId: CommentId): BoardUpdate {
  return (board) => {
    const comment = findComment(board, commentId);
    if (!comment) return board;
    const { [comment.topic_id]: its = [], ...rest } = board.comments;
    const left = its.filter(({ id }) => id !== commentId);
    return {
      ...board,
      comments: left.length === 0 ? rest : { ...rest, [comment.topic_id]: left },
    };
  };
}
