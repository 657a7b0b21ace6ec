import type { Comment } from '@wentwell/contract/comments';
import { CommentId, GroupId, MeetingId, type TopicId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '#web/api/request';
import {
  ada,
  bob,
  makeBoard,
  makeMeeting,
  makeNote,
  noteIdOf,
} from '#web/live/testing/fake-board-server';
import { toast } from '#web/ui/feedback/toast';

import { commentCommands, type CommentIntent } from './comment-commands.ts';
import type { DraftKey } from './comment-drafts.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const [topic, other] = [noteIdOf(1), noteIdOf(2)];
const commentId = CommentId.parse('0198f000-0000-7000-8000-0000000000c1');
const newId = CommentId.parse('0198f000-0000-7000-8000-0000000000c2');
const time = '2026-03-02T09:00:00.000Z';

const comment: Comment = {
  id: commentId,
  topic_id: topic,
  note_id: topic,
  author_id: ada,
  content: 'Only on Fridays.',
  version: 1,
  created_at: time,
  updated_at: time,
};
const theirs = {
  ...comment,
  id: CommentId.parse('0198f000-0000-7000-8000-0000000000c3'),
  author_id: bob,
};
const board = makeBoard({
  meeting: makeMeeting({ phase: 'discussing', owner_id: bob }),
  notes: [makeNote(1), makeNote(2)],
  comments: { [topic]: [comment], [other]: [{ ...theirs, topic_id: other, note_id: other }] },
});
const add: CommentIntent = {
  act: 'add',
  id: newId,
  topicId: topic,
  noteId: topic,
  content: 'Mine',
  madeAt: '2026-03-02T09:05:00.000Z',
};
const edit: CommentIntent = { act: 'edit', id: commentId, topicId: topic, content: 'Mostly.' };
const remove: CommentIntent = { act: 'remove', id: commentId, topicId: topic };

function setUp() {
  const kept = new Map<DraftKey, string>();
  const drafts = {
    keep: (key: DraftKey, text: string) => void kept.set(key, text),
    putBack: (key: DraftKey, text: string) => void kept.set(key, text),
  };
  return { kept, commands: commentCommands({ meetingId, userId: ada }, drafts) };
}
const { commands } = setUp();

function textsOf(now: typeof board, id: TopicId = topic): string[] {
  return (now.comments[id] ?? []).map(({ content }) => content);
}

function failure(status: number): ApiError {
  const request = { method: 'PUT', path: '/x' };
  const body = { detail: 'Refused.' };
  return new ApiError({ url: '/x', status, statusText: '', body, request, requestId: null });
}

test('adding, editing and deleting show at once, and touch the comments of no other topic', () => {
  const added = commands.create(add).optimisticUpdate(board);
  expect(textsOf(added)).toEqual(['Only on Fridays.', 'Mine']);
  expect(textsOf(commands.create(edit).optimisticUpdate(board))).toEqual(['Mostly.']);
  const removed = commands.create(remove).optimisticUpdate(board);
  expect(removed.comments).toEqual({ [other]: board.comments[other] });
  for (const result of [added, removed]) expect(result.comments[other]).toBe(board.comments[other]);
});

test('a comment follows its note into a group while it waits to be sent', () => {
  const group_id = GroupId.parse('0198f000-0000-7000-8000-0000000000aa');
  const grouped = { ...board, notes: [makeNote(1, { group_id }), makeNote(2, { group_id })] };
  expect(textsOf(commands.create(add).optimisticUpdate(grouped), group_id)).toEqual(['Mine']);
});

test('each is taken back, as long as nobody else has changed it', () => {
  for (const [intent, title] of [
    [add, 'Comment added'],
    [edit, 'Comment edited'],
    [remove, 'Comment deleted'],
  ] as const) {
    const command = commands.create(intent);
    const inverse = command.inverse?.(board);
    const now = command.optimisticUpdate(board);
    const back = inverse?.command(now);
    expect(inverse?.title).toBe(title);
    if (!back || 'conflict' in back) throw new Error('cannot be taken back');
    expect(textsOf(back.optimisticUpdate?.(now) ?? now)).toEqual(['Only on Fridays.']);
  }
  const changed = { ...board, comments: { [topic]: [{ ...comment, content: 'By the owner' }] } };
  const inverse = commands.create(edit).inverse?.(board);
  expect(inverse?.command(changed)).toEqual({ conflict: 'Somebody else has changed it since.' });
  const over = { ...board, meeting: { ...board.meeting, phase: 'writing' as const } };
  const restore = commands
    .create(remove)
    .inverse?.(board)
    ?.command({ ...over, comments: {} });
  expect(restore).toEqual({ conflict: 'Topics can be commented on from Revealing on.' });
});

test('the text of a refused comment is kept: where it was written, or as a new one where it is gone', () => {
  const { kept, commands: own } = setUp();
  own.create(add).onRefused(failure(409), board);
  expect(kept.get(topic)).toBe('Mine');
  own.create(edit).onRefused(failure(403), board);
  expect(kept.get(commentId)).toBe('Mostly.');
  own.create(edit).onRefused(failure(404), board);
  expect(kept.get(topic)).toBe('Mostly.');
  own.create(remove).onRefused(failure(403), board);
  expect(toast.error).toHaveBeenCalledTimes(4);
});

test('the undo of an edit that is refused leaves no draft', () => {
  const { kept, commands: own } = setUp();
  own.create({ ...edit, undoes: true }).onRefused(failure(403), board);
  expect(kept.size).toBe(0);
});

test('stored commands are restored, of this kind and shape alone', () => {
  for (const intent of [add, edit, remove]) {
    expect(commands.deserialize('comment', intent)?.input).toEqual(intent);
  }
  expect(commands.deserialize('note', add)).toBeNull();
  expect(commands.deserialize('comment', { ...add, noteId: 'x' })).toBeNull();
});
