// The comment commands of the board's queue: the stored intent, its optimistic update, its request, how it is taken back,
// and what happens to the text when it is refused.
import { type Board, teamContextOfViewer } from '@wentwell/contract/board';
import { Comment, commentPolicy, commentsByTopic } from '@wentwell/contract/comments';
import { describeError } from '@wentwell/contract/errors';
import { CommentId, type MeetingId, NoteId, TopicId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { topicIdOf } from '@wentwell/contract/topics';
import { z } from 'zod';

import { type Attempt, attemptOptions } from '#web/api/attempt';
import { ApiError, errorText, request } from '#web/api/request';
import {
  type BoardUpdate,
  type OptimisticCommand,
  type OptimisticConfirmation,
  type Conflict,
  type Inverse,
  type Commands,
  deserializeIntents,
} from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

import type { CommentDrafts } from './comment-drafts.ts';

// The optimistic updates of the comment commands.
function findComment({ comments }: Board, id: CommentId): Comment | undefined {
  for (const its of Object.values(comments)) {
    const found = its.find((comment) => comment.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Adds the comment, or replaces the one with its id unless that is newer. The comments of other topics stay the same. */
function withComment(comment: Comment): BoardUpdate {
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

function withoutComment(commentId: CommentId): BoardUpdate {
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

const content = z.string().max(limits.commentContentMax);

const CommentIntent = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('add'),
    id: CommentId,
    topicId: TopicId,
    /** The comment is on this note of the topic. */
    noteId: NoteId,
    content,
    madeAt: z.string(),
  }),
  z.object({
    act: z.literal('edit'),
    id: CommentId,
    topicId: TopicId,
    content,
    // An undo: the user has not typed this text now.
    undoes: z.boolean().optional(),
  }),
  z.object({ act: z.literal('remove'), id: CommentId, topicId: TopicId }),
  // The undo of a deletion.
  z.object({ act: z.literal('restore'), id: CommentId, topicId: TopicId, comment: Comment }),
]);
export type CommentIntent = z.infer<typeof CommentIntent>;

export type CommentCommands = Commands<CommentIntent>;

const kind = 'comment';

const titles: Record<CommentIntent['act'], string> = {
  add: 'Error adding comment',
  edit: 'Error updating comment',
  remove: 'Error deleting comment',
  restore: 'Error restoring comment',
};

export function commentCommands(
  { meetingId, userId }: { meetingId: MeetingId; userId: UserId },
  drafts: Pick<CommentDrafts, 'keep' | 'putBack'>,
): CommentCommands {
  function create(intent: CommentIntent): OptimisticCommand {
    return {
      kind,
      input: intent,
      queueKey: intent.id,
      startsQueue: intent.act === 'add',
      mergesDuplicates: true,
      optimisticUpdate: optimisticUpdate(intent, userId),
      inverse: (before) => inverseOf(intent, before, create),
      send: (key, signal) => send(intent, meetingId, { key, signal }),
      onRefused(error, board) {
        if (intent.act === 'add') {
          // Edited while it waited: its latest text is kept.
          const text = (board && findComment(board, intent.id)?.content) ?? intent.content;
          drafts.putBack(topicNow(intent, board), text);
        } else if (intent.act === 'edit' && !intent.undoes) {
          if (isGone(error)) drafts.putBack(intent.topicId, intent.content);
          else drafts.keep(intent.id, intent.content);
        }
        const title = titles[intent.act];
        const isKept = intent.act === 'add' || (intent.act === 'edit' && !intent.undoes);
        const description = isKept ? `${errorText(error)} Your text is kept.` : errorText(error);
        toast.error({ title, description, id: `comment-refused-${intent.act}` });
      },
    };
  }
  return {
    create,
    deserialize: deserializeIntents(kind, CommentIntent, create),
  };
}

/** The note may have come into another topic since. */
function topicNow(
  { topicId, noteId }: Extract<CommentIntent, { act: 'add' }>,
  board: Board | null,
): TopicId {
  const note = board?.notes.find(({ id }) => id === noteId);
  return note ? topicIdOf(note) : topicId;
}

function optimisticUpdate(intent: CommentIntent, userId: UserId): BoardUpdate {
  const { id } = intent;
  switch (intent.act) {
    case 'add': {
      const { noteId, content: text, madeAt } = intent;
      return (board) =>
        withComment({
          id,
          topic_id: topicNow(intent, board),
          note_id: noteId,
          ...(board.meeting.settings.anonymous
            ? { author_id: null, mine: true }
            : { author_id: userId }),
          content: text,
          version: 0,
          created_at: madeAt,
          updated_at: madeAt,
        })(board);
    }
    case 'edit':
      return (board) => {
        const comment = findComment(board, id);
        return comment ? withComment({ ...comment, content: intent.content })(board) : board;
      };
    case 'remove':
      return withoutComment(id);
    case 'restore':
      return withComment(intent.comment);
  }
}

async function send(
  intent: CommentIntent,
  meetingId: MeetingId,
  attempt: Attempt & { signal: AbortSignal },
): Promise<OptimisticConfirmation> {
  const { act, id, topicId } = intent;
  const path = `/api/v1/meetings/${meetingId}/topics/${topicId}/comments`;
  const options = attemptOptions(attempt);
  switch (act) {
    case 'add':
    case 'restore': {
      const body = { id, content: act === 'add' ? intent.content : intent.comment.content };
      const created = { path, method: 'POST', body, schema: Comment, ...options } as const;
      return confirmationOf(await request(created));
    }
    case 'edit': {
      const body = { content: intent.content };
      const changed = { path: `${path}/${id}`, method: 'PUT', body, schema: Comment } as const;
      return confirmationOf(await request({ ...changed, ...options }));
    }
    case 'remove':
      try {
        await request({ path: `${path}/${id}`, method: 'DELETE', ...options });
      } catch (error) {
        if (!isGone(error)) throw error;
        // Deleted already, or the user has lost access: then reading the board fails.
        const notes = `/api/v1/meetings/${meetingId}/notes`;
        await request({ path: notes, query: { limit: 1 }, signal: attempt.signal });
      }
      return { isConfirmed: (board) => findComment(board, id) === undefined };
  }
}

function confirmationOf(comment: Comment): OptimisticConfirmation {
  return {
    isConfirmed: (board) => (findComment(board, comment.id)?.version ?? -1) >= comment.version,
    optimisticUpdate: withComment(comment),
  };
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Touches only what the command changed, and only while nobody else has changed that since. */
function inverseOf(
  intent: CommentIntent,
  before: Board,
  create: (intent: CommentIntent) => OptimisticCommand,
): Inverse | null {
  const comment = findComment(before, intent.id);
  const { id, topicId } = intent;
  const taken = (
    titlesOfIt: Pick<Inverse, 'title' | 'undoneTitle'>,
    { text, back }: { text: string; back: CommentIntent },
  ): Inverse => ({
    ...titlesOfIt,
    command: (now) => {
      const present = findComment(now, id);
      if (!present) return { conflict: 'The comment has been deleted since.' };
      if (present.content !== text) return { conflict: 'Somebody else has changed it since.' };
      return refusal(present, now) ?? create({ ...back, topicId: present.topic_id });
    },
  });
  switch (intent.act) {
    case 'add':
    case 'restore': {
      const text = intent.act === 'add' ? intent.content.trim() : intent.comment.content;
      const said = { title: 'Comment added', undoneTitle: 'Comment taken away again' };
      return comment ? null : taken(said, { text, back: { act: 'remove', id, topicId } });
    }
    case 'edit': {
      if (!comment || comment.content === intent.content) return null;
      const back = { act: 'edit', id, topicId, content: comment.content, undoes: true } as const;
      const said = { title: 'Comment edited', undoneTitle: 'Edit undone' };
      return taken(said, { text: intent.content.trim(), back });
    }
    case 'remove':
      return comment ? restoring(comment, create) : null;
  }
}

function restoring(
  comment: Comment,
  create: (intent: CommentIntent) => OptimisticCommand,
): Inverse {
  const { id, note_id } = comment;
  return {
    title: 'Comment deleted',
    undoneTitle: 'Comment restored',
    // A notice of its own: a phone has no shortcut, so the next deletion must not replace this one's Undo.
    slot: `deleted-${id}`,
    command: (now) => {
      if (findComment(now, id)) return { conflict: 'The comment is there again.' };
      const note = now.notes.find((each) => each.id === note_id);
      if (!note) return { conflict: 'Its note has been deleted since.' };
      const topicId = topicIdOf(note);
      const back = { ...comment, topic_id: topicId };
      return refusal(comment, now) ?? create({ act: 'restore', id, topicId, comment: back });
    },
  };
}

/** What the server would answer, without showing the change for a moment first. */
function refusal(comment: Comment, { you, meeting }: Board): Conflict | null {
  const result = commentPolicy.change(teamContextOfViewer(you), meeting, comment);
  return result === 'allowed' ? null : { conflict: describeError(result).detail };
}
