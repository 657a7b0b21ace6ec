// Saves the user's texts that the database has lost (docs/failover.md) as drafts: this page still has them.
import type { Board } from '@wentwell/contract/board/snapshot';
import { TopicId, type UserId } from '@wentwell/contract/ids';
import { isAuthor } from '@wentwell/contract/notes/author-keys';
import { resolveColumn } from '@wentwell/contract/notes/columns';
import type { Comment } from '@wentwell/contract/notes/comments';

import { type ActionDrafts, draftOf } from '#web/features/actions/action-drafts';
import type { CommentDrafts } from '#web/features/comments/comment-drafts';
import type { NoteDrafts } from '#web/features/notes/note-drafts';

interface Drafts {
  notes: Pick<NoteDrafts, 'keep' | 'putBack'>;
  comments: Pick<CommentDrafts, 'keep' | 'putBack'>;
  actions: Pick<ActionDrafts, 'putBack'>;
}

interface BothBoards {
  /** The board as this page showed it before the loss. */
  before: Board;
  after: Board;
}

/** Saves the user's texts that the board now lacks as drafts. Returns their number. */
export function keepLostTexts(boards: BothBoards, me: UserId, drafts: Drafts): number {
  return (
    keepNotes(boards, me, drafts.notes) +
    keepComments(boards, me, drafts.comments) +
    keepActions(boards, me, drafts.actions)
  );
}

function keepNotes({ before, after }: BothBoards, me: UserId, drafts: Drafts['notes']): number {
  const now = new Map(after.notes.map((note) => [note.id, note]));
  const lost = before.notes.filter(
    (note) => isAuthor(note, { userId: me }) && now.get(note.id)?.content !== note.content,
  );
  // Each text goes in front of the previous ones.
  for (const { id, content, note_type } of lost.toReversed()) {
    const found = now.get(id);
    if (found) drafts.keep(id, { content, note_type: found.note_type });
    else drafts.putBack({ content, note_type: resolveColumn(after.meeting.columns, note_type) });
  }
  return lost.length;
}

function keepComments(
  { before, after }: BothBoards,
  me: UserId,
  drafts: Drafts['comments'],
): number {
  const now = new Map(commentsOf(after).map(({ comment }) => [comment.id, comment]));
  const lost = commentsOf(before).filter(
    ({ comment }) =>
      isAuthor(comment, { userId: me }) && now.get(comment.id)?.content !== comment.content,
  );
  for (const { topicId, comment } of lost.toReversed()) {
    if (now.has(comment.id)) drafts.keep(comment.id, comment.content);
    else drafts.putBack(topicId, comment.content);
  }
  return lost.length;
}

function commentsOf({ comments }: Board): { topicId: TopicId; comment: Comment }[] {
  return Object.entries(comments).flatMap(([topic, list]) => {
    const topicId = TopicId.parse(topic);
    return list.map((comment) => ({ topicId, comment }));
  });
}

function keepActions({ before, after }: BothBoards, me: UserId, drafts: Drafts['actions']): number {
  const now = new Set(after.actions.map(({ id }) => id));
  const lost = before.actions.filter(({ id, created_by }) => created_by === me && !now.has(id));
  const key = `new:${after.meeting.id}` as const;
  for (const action of lost.toReversed()) drafts.putBack(key, draftOf(action));
  return lost.length;
}
