// A comment belongs to one note and stays with it when the note joins or leaves a group.
import { z } from 'zod';

import { topicIdOf } from '../discussion/topics.ts';
import { CommentId, TopicId } from '../ids.ts';
import { limits } from '../limits.ts';
import { isAuthor, type Viewer } from '../notes/author-keys.ts';
import {
  type Comment,
  CommentsByTopic,
  CommentContent,
  CommentInput,
  commentPolicy,
  commentsByTopic,
  LoggedComment,
  writtenBy,
} from '../notes/comments.ts';
import { authoredViews } from './authors.ts';
import type { BoardState } from './board.ts';
import type { CascadeRule } from './cascade.ts';
import { type Decision, defineCommand, type ShownFeature } from './command.ts';
import {
  type AuthorContext,
  nextVersion,
  reject,
  removedRecord,
  requireAuthor,
  requirePolicy,
} from './context.ts';
import { isForActions, notesByTopic } from './groups.ts';
import { meetingNow } from './meeting.ts';
import { noteType, type NoteRecord, sortByPosition } from './notes.ts';
import { defineRecordType, fieldsOf } from './record.ts';

const CommentRecord = LoggedComment.omit({ topic_id: true }).extend({ type: z.literal('comment') });
export type CommentRecord = z.infer<typeof CommentRecord>;
export const commentType = defineRecordType(CommentRecord, {
  views: (comment) => authoredViews(comment, null),
  hasUserText: true,
});

type CommentedNote = Pick<NoteRecord, 'id' | 'group_id' | 'author_id' | 'mine'>;

/** The comment as the reader of both inputs sees it. An answer shows its note's author. */
export function placeComment(comment: Omit<CommentRecord, 'type'>, note: CommentedNote): Comment {
  const { author_id, mine } = writtenBy(comment, note);
  const topic_id = topicIdOf(note);
  return { ...comment, author_id, ...(mine !== undefined && { mine }), topic_id };
}

/** Omits comments whose note is gone. */
export function presentComments(board: BoardState): CommentsByTopic {
  return commentsByTopic(
    board.all(commentType).flatMap((comment) => {
      const note = board.get(noteType, comment.note_id);
      return note ? [placeComment(fieldsOf(comment), note)] : [];
    }),
  );
}

/** The oldest note of a topic that accepts comments. The id of a grouped note also finds its group. */
export function findTopicNote(board: BoardState, topicId: TopicId): NoteRecord {
  const named = board.get(noteType, topicId);
  const [note] = notesByTopic(board).get(named ? topicIdOf(named) : topicId) ?? [];
  return note && !isForActions(board, note) ? note : reject('NOT_FOUND');
}

function requireRoom(board: BoardState, topicId: TopicId): void {
  const all = presentComments(board);
  if ((all[topicId]?.length ?? 0) >= limits.commentsPerTopic) reject('TOPIC_COMMENTS_FULL');
  const count = Object.values(all).reduce((sum, each) => sum + each.length, 0);
  if (count >= limits.commentsPerBoard) reject('BOARD_COMMENTS_FULL');
}

export function isCommentOf(board: BoardState, comment: CommentRecord, caller: Viewer): boolean {
  const written = writtenBy(comment, board.get(noteType, comment.note_id));
  return written !== undefined && isAuthor(written, caller);
}

function authorizeChange(board: BoardState, comment: CommentRecord, context: AuthorContext): void {
  const meeting = meetingNow(board, context);
  const seen = { ...comment, mine: isCommentOf(board, comment, context.caller) };
  requirePolicy(commentPolicy.change(context.caller, meeting, seen));
  requireAuthor(context);
}

/** Also accepts the note's own topic, for callers that read the comment before its note joined a group. */
function findComment(
  board: BoardState,
  { id, topic_id }: { id: CommentId; topic_id: TopicId },
): CommentRecord {
  const comment = board.get(commentType, id);
  const note = comment && board.get(noteType, comment.note_id);
  const isOnTopic = note !== undefined && [topicIdOf(note), note.id].includes(topic_id);
  return comment && isOnTopic ? comment : reject('NOT_FOUND');
}

interface Placed {
  note: NoteRecord;
  by: Pick<CommentRecord, 'author_id'> & Partial<CommentRecord>;
}

/** `place` authorizes the comment. It is not called for a comment that exists. */
export function addOnce(
  board: BoardState,
  given: { input: { id: CommentId; content: string }; context: AuthorContext },
  place: () => Placed,
): Decision {
  const { input, context } = given;
  const existing = board.get(commentType, input.id);
  if (existing) return isCommentOf(board, existing, context.caller) ? null : reject('ID_TAKEN');
  const { note, by } = place();
  requireRoom(board, topicIdOf(note));
  const comment: CommentRecord = {
    type: 'comment',
    id: input.id,
    note_id: note.id,
    ...by,
    content: input.content,
    version: 1,
    created_at: context.recordedAt,
    updated_at: context.recordedAt,
  };
  return { put: [comment], remove: [] };
}

const addComment = defineCommand({
  name: 'comment.add',
  isByAuthor: true,
  input: CommentInput.extend({ id: CommentId, topic_id: TopicId }),
  decide: (board, input, context) =>
    addOnce(board, { input, context }, () => {
      const note = findTopicNote(board, input.topic_id);
      requirePolicy(commentPolicy.add(context.caller, meetingNow(board, context)));
      return { note, by: requireAuthor(context) };
    }),
  inverse: ({ id, topic_id }) => ({ name: 'comment.remove', input: { id, topic_id } }),
});

const updateComment = defineCommand({
  name: 'comment.update',
  isByAuthor: true,
  input: z.object({ id: CommentId, topic_id: TopicId, content: CommentContent }),
  decide(board, { content, ...at }, context) {
    const comment = findComment(board, at);
    authorizeChange(board, comment, context);
    if (content === comment.content) return null;
    const version = nextVersion(comment.version, context);
    const changed = { ...comment, content, version, updated_at: context.recordedAt };
    return { put: [changed], remove: [] };
  },
  inverse({ id, topic_id }, before) {
    const content = before.get(commentType, id)?.content;
    return content === undefined
      ? null
      : { name: 'comment.update', input: { id, topic_id, content } };
  },
});

const removeComment = defineCommand({
  name: 'comment.remove',
  isByAuthor: true,
  input: z.object({ id: CommentId, topic_id: TopicId }),
  decide(board, at, context) {
    const comment = findComment(board, at);
    authorizeChange(board, comment, context);
    return { put: [], remove: [comment] };
  },
  inverse: (at) => ({ name: 'comment.restore', input: at }),
});

/** Restores the comment to its note. If that note is gone, restores it to the given topic. */
const restoreComment = defineCommand({
  name: 'comment.restore',
  isByAuthor: true,
  input: z.object({ id: CommentId, topic_id: TopicId }),
  decide(board, { id, topic_id }, context) {
    if (board.get(commentType, id)) return null;
    const before = removedRecord(context, commentType, id);
    if (!context.trash?.isDeletedByCaller && !isCommentOf(board, before, context.caller)) {
      reject('ID_TAKEN');
    }
    const of = board.get(noteType, before.note_id);
    if (!writtenBy(before, of)) reject('NOT_FOUND');
    const topicNote = findTopicNote(board, topic_id);
    authorizeChange(board, before, context);
    const note = of ?? topicNote;
    requireRoom(board, topicIdOf(note));
    const version = nextVersion(before.version, context);
    return { put: [{ ...before, note_id: note.id, version }], remove: [] };
  },
  inverse: (at) => ({ name: 'comment.remove', input: at }),
});

/** Comments of a removed note move to the oldest note left in its group, or are removed too (docs/retro.md R-134). */
const followNotes: CascadeRule = ({ remove }, { before, after }) => {
  const put: CommentRecord[] = [];
  const removed: CommentRecord[] = [];
  for (const ref of remove) {
    const note = ref.type === noteType.type ? before.find(ref) : undefined;
    if (!note) continue;
    const groupId = (note as NoteRecord).group_id;
    const [successor] = sortByPosition(
      after.all(noteType).filter(({ group_id }) => groupId !== null && group_id === groupId),
    );
    for (const comment of after.all(commentType)) {
      if (comment.note_id !== note.id) continue;
      // An answer belongs to the author of its note, so it cannot move to another note.
      if (successor && writtenBy(comment, null)) put.push({ ...comment, note_id: successor.id });
      else removed.push(comment);
    }
  }
  return { put, remove: removed };
};

export const commentsFeature = {
  recordTypes: [commentType],
  commands: [addComment, updateComment, removeComment, restoreComment],
  // Runs before groups, because the group of the note may be dissolved.
  cascades: [followNotes],
  shape: { comments: CommentsByTopic },
  present: (view) => ({ comments: presentComments(view) }),
  isReported: ({ comments }: { comments: CommentsByTopic }) =>
    Object.values(comments).some((each) => each.length > 0),
} satisfies ShownFeature;
