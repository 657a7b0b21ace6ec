// Comments as a feature of the board. They stand by topic, so that they follow their notes into groups and out of them.
import { z } from 'zod';

import { audienceOf, seenByAudience } from './author-keys.ts';
import { boardEvent, type Texts } from './board-feature.ts';
import {
  Comment,
  CommentsByTopic,
  commentsByTopic,
  LoggedComment,
  storedComment,
} from './comments.ts';
import { CommentId, type NoteId } from './ids.ts';
import { ofNotes } from './note-events.ts';
import type { Note } from './notes.ts';
import { topicIdOf } from './topics.ts';

/** What comments add to a board. A node of an earlier version sends a board without them. */
export const commentFields = { comments: CommentsByTopic.default(() => ({})) };
type CommentPart = { comments: CommentsByTopic };

const ChangedData = z.object({ topic_id: Comment.shape.topic_id, comment: LoggedComment });
const DeletedData = z.object({ comment_id: CommentId, deleted: z.literal(true) });
const CommentData = z.union([ChangedData, DeletedData]);

function without(
  { comments }: CommentPart,
  isGone: (comment: Pick<Comment, 'id' | 'note_id'>) => boolean,
): Comment[] {
  return Object.values(comments)
    .flat()
    .filter((comment) => !isGone(comment));
}

function upsert(board: CommentPart, changed: readonly Comment[]): CommentsByTopic {
  const ids = new Set(changed.map(({ id }) => id));
  return commentsByTopic([...without(board, ({ id }) => ids.has(id)), ...changed]);
}

/** The comments after these notes have changed their groups. */
function followNotes({ comments }: CommentPart, notes: readonly Note[]): CommentPart {
  const topics = new Map(notes.map((note) => [note.id, topicIdOf(note)]));
  const moved = Object.values(comments)
    .flat()
    .map((comment) => ({
      ...comment,
      topic_id: topics.get(comment.note_id) ?? comment.topic_id,
    }));
  return { comments: commentsByTopic(moved) };
}

/** A comment's text goes with the comment, and with the note that it hangs on. */
function isErased({ id, note_id }: Comment, { kind, ids }: Texts): boolean {
  return ids.includes(kind === 'note' ? note_id : id);
}

function textsOf(comments: readonly Comment[]): Texts[] {
  return [
    { kind: 'comment', ids: comments.map(({ id }) => id) },
    ofNotes(comments.map(({ note_id }) => note_id)),
  ];
}

/** Rules of every event of comments. */
const ofComments = {
  masksActor: false,
  endsEditing: () => null,
  mayChangeStatus: false,
  specified: () => null,
} as const;

export const commentEvents = {
  comment_changed: boardEvent('comment_changed', {
    ...ofComments,
    data: CommentData,
    apply: (board: CommentPart, data) => ({
      comments:
        'comment' in data
          ? upsert(board, [data.comment])
          : commentsByTopic(without(board, ({ id }) => id === data.comment_id)),
    }),
    concealedFrom: (data, viewer) =>
      'comment' in data ? audienceOf([data.comment], viewer) : null,
    mask: (data, concealed) =>
      'comment' in data ? { ...data, comment: seenByAudience(data.comment, concealed) } : data,
    texts: {
      held: (data) => ('comment' in data ? textsOf([data.comment]) : []),
      erase: (data) => ({
        type: 'comment_changed' as const,
        data: 'comment' in data ? { comment_id: data.comment.id, deleted: true as const } : data,
      }),
    },
    deletedTexts: (data) =>
      'comment' in data ? null : { kind: 'comment', ids: [data.comment_id] },
    isAlwaysKept: false,
    describe: (data) => {
      if (!('comment' in data)) return { action: 'deleted a comment', quote: '' };
      const { version, content } = data.comment;
      return { action: version === 1 ? 'commented' : 'edited a comment', quote: content };
    },
    announce: (data) =>
      'comment' in data && data.comment.version === 1
        ? {
            topic: 'comments',
            rank: 4,
            sentence: (count) => `${count} new ${count === 1 ? 'comment' : 'comments'}.`,
          }
        : null,
    touches: (data) =>
      'comment' in data ? [{ id: data.comment.note_id, news: 'changed' as const }] : [],
    stored: { steps: [], parts: { comment: storedComment.upgrade } },
  }),

  /** Comments that came back with their note, or hang on another one because theirs is gone. */
  comments_placed: boardEvent('comments_placed', {
    ...ofComments,
    data: z.object({ comments: z.array(LoggedComment) }),
    apply: (board: CommentPart, { comments }) => ({ comments: upsert(board, comments) }),
    concealedFrom: ({ comments }, viewer) => audienceOf(comments, viewer),
    mask: ({ comments }, concealed) => ({
      comments: comments.map((comment) => seenByAudience(comment, concealed)),
    }),
    texts: {
      held: ({ comments }) => textsOf(comments),
      erase: ({ comments }, gone) => ({
        type: 'comments_placed' as const,
        data: { comments: comments.filter((comment) => !isErased(comment, gone)) },
      }),
    },
    deletedTexts: () => null,
    isAlwaysKept: false,
    // What happened to the note is described and announced already.
    describe: () => null,
    announce: () => null,
    touches: () => [],
    stored: { steps: [], parts: { comments: storedComment.upgrade } },
  }),
};

export const commentFeature = {
  fields: commentFields,
  events: commentEvents,
  follows: {
    group_changed: (board: CommentPart, { notes }: { notes: readonly Note[] }) =>
      followNotes(board, notes),
    note_moved: (board: CommentPart, { note }: { note: Note }) => followNotes(board, [note]),
    note_deleted: (board: CommentPart, { note_id }: { note_id: NoteId }) => ({
      comments: commentsByTopic(without(board, (comment) => comment.note_id === note_id)),
    }),
  },
  hash: {
    comments: (comments: CommentsByTopic) =>
      Object.entries(comments)
        .map(([topic, its]) => [
          topic,
          its.map(({ id, note_id, version, content }) => [id, note_id, version, content]),
        ])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  },
};
