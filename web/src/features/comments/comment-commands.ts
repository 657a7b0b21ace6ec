// Queue commands on comments: intents, requests, undo, and refused texts.
import type { Board } from '@wentwell/contract/board/snapshot';
import { topicIdOf } from '@wentwell/contract/discussion/topics';
import { CommentId, type MeetingId, NoteId, TopicId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { Comment } from '@wentwell/contract/notes/comments';
import { z } from 'zod';

import { errorText, type RequestOptions } from '#web/api/request';
import {
  isGone,
  type Commands,
  commandsOfKind,
  type ChangeTitles,
  type Inverse,
  sendBy,
} from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';

import type { CommentDrafts } from './comment-drafts.ts';

const content = z.string().max(limits.commentContentMax);
const Written = z.object({ content });

const CommentIntent = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('add'),
    id: CommentId,
    topicId: TopicId,
    /** The note of the topic that has the comment. */
    noteId: NoteId,
    content,
  }),
  z.object({
    act: z.literal('edit'),
    id: CommentId,
    topicId: TopicId,
    content,
    // An undo: the user has not typed this text.
    undoes: z.boolean().optional(),
  }),
  z.object({ act: z.literal('remove'), id: CommentId, topicId: TopicId }),
  // Undoes a deletion.
  z.object({ act: z.literal('restore'), id: CommentId, topicId: TopicId, comment: Comment }),
]);
export type CommentIntent = z.infer<typeof CommentIntent>;

/** The board command of each act, and the title of its refusal. */
const acts: Record<CommentIntent['act'], [command: string, refusal: string]> = {
  add: ['comment.add', 'Error adding comment'],
  edit: ['comment.update', 'Error updating comment'],
  remove: ['comment.remove', 'Error deleting comment'],
  restore: ['comment.restore', 'Error restoring comment'],
};

export function commentCommands(
  { meetingId }: { meetingId: MeetingId },
  drafts: Pick<CommentDrafts, 'keep' | 'putBack'>,
): Commands<CommentIntent> {
  const commands = commandsOfKind('comment', CommentIntent, (intent) => {
    const { act, id, topicId } = intent;
    const [name, title] = acts[act];
    return {
      queueKey: id,
      startsQueue: act === 'add',
      boardCommand: {
        name,
        input: { ...intent, topic_id: topicId },
        restores: act === 'restore' ? { type: 'comment', ...intent.comment } : undefined,
      },
      undo: ({ input }, before) => {
        if (act === 'remove') return inverseOfRemoval(id, before);
        if (act === 'edit') {
          const back = { ...intent, ...Written.parse(input), undoes: true };
          const notice = { title: 'Comment edited', undoneTitle: 'Edit undone' };
          return inverseOf(notice, { text: intent.content, back });
        }
        const text = act === 'add' ? intent.content : intent.comment.content;
        const notice = { title: 'Comment added', undoneTitle: 'Comment removed', isInView: true };
        return inverseOf(notice, { text, back: { act: 'remove', id, topicId } });
      },
      send: sendBy(callOf(intent, meetingId), meetingId),
      onRefused(error, board, later = []) {
        if (act === 'add') {
          // Edited while pending: keep its latest text.
          const texts = later.flatMap((input) => Written.safeParse(input).data?.content ?? []);
          drafts.putBack(topicNow(intent, board), texts.at(-1) ?? intent.content);
        } else if (act === 'edit' && !intent.undoes) {
          if (isGone(error)) drafts.putBack(topicId, intent.content);
          else drafts.keep(id, intent.content);
        }
        const isKept = act === 'add' || (act === 'edit' && !intent.undoes);
        const description = isKept ? `${errorText(error)} Your text is kept.` : errorText(error);
        toast.error({ title, description, id: `comment-refused-${act}` });
      },
    };
  });
  const { create } = commands;

  /** A conflict if somebody else has changed the text since. */
  function inverseOf(
    notice: ChangeTitles,
    { text, back }: { text: string; back: CommentIntent },
  ): Inverse {
    return {
      ...notice,
      conflicts: { NOT_FOUND: 'The comment has since been deleted.' },
      command: (now) => {
        const present = findComment(now, back.id);
        if (present && present.content !== text.trim()) {
          return { conflict: 'Someone else has since changed it.' };
        }
        return create({ ...back, topicId: present?.topic_id ?? back.topicId });
      },
    };
  }

  function inverseOfRemoval(id: CommentId, before: Board): Inverse {
    const comment = findComment(before, id);
    return {
      title: 'Comment deleted',
      undoneTitle: 'Comment restored',
      // Its own slot: phones have no shortcut, so a later deletion must not replace this Undo.
      slot: `deleted-${id}`,
      command: (now) => {
        if (findComment(now, id)) return { conflict: 'The comment is back.' };
        const note = now.notes.find((each) => each.id === comment?.note_id);
        if (!comment || !note) return { conflict: 'Its note has since been deleted.' };
        return create({ act: 'restore', id, topicId: topicIdOf(note), comment });
      },
    };
  }

  return commands;
}

function findComment({ comments }: Board, id: CommentId): Comment | undefined {
  return Object.values(comments)
    .flat()
    .find((comment) => comment.id === id);
}

/** The note may have joined another topic since. */
function topicNow(
  { topicId, noteId }: Extract<CommentIntent, { act: 'add' }>,
  board: Board | null,
): TopicId {
  const note = board?.notes.find(({ id }) => id === noteId);
  return note ? topicIdOf(note) : topicId;
}

function callOf(intent: CommentIntent, meetingId: MeetingId): RequestOptions {
  const { act, id, topicId } = intent;
  const list = `/api/v1/meetings/${meetingId}/topics/${topicId}/comments`;
  switch (act) {
    case 'add':
      return { path: list, method: 'POST', body: { id, content: intent.content } };
    case 'restore':
      return { path: list, method: 'POST', body: { id, content: intent.comment.content } };
    case 'edit':
      return { path: `${list}/${id}`, method: 'PUT', body: { content: intent.content } };
    case 'remove':
      return { path: `${list}/${id}`, method: 'DELETE' };
  }
}
