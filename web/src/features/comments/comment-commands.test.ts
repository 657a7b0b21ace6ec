import { CommentId, GroupId, MeetingId, type TopicId } from '@wentwell/contract/ids';
import type { Comment } from '@wentwell/contract/notes/comments';
import { beforeEach, expect, test, vi } from 'vitest';

import { inverseOn, withCommand } from '#web/live/testing/decided';
import {
  ada,
  bob,
  makeBoard,
  makeMeeting,
  makeNote,
  noteIdOf,
} from '#web/live/testing/fake-board-server';
import { refusal } from '#web/live/testing/refusal';
import { toast } from '#web/ui/feedback/toast';

import { commentCommands, type CommentIntent } from './comment-commands.ts';
import type { DraftKey } from './comment-drafts.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const [topic, other] = [noteIdOf(1), noteIdOf(2)];
const commentId = CommentId.parse('0198f000-0000-7000-8000-0000000000c1');
const newId = CommentId.parse('0198f000-0000-7000-8000-0000000000c2');
// Before the tests' commands are made.
const time = '2026-03-02T08:55:00.000Z';

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
};
const edit: CommentIntent = { act: 'edit', id: commentId, topicId: topic, content: 'Mostly.' };
const remove: CommentIntent = { act: 'remove', id: commentId, topicId: topic };

function setUp() {
  const kept = new Map<DraftKey, string>();
  const drafts = {
    keep: (key: DraftKey, text: string) => void kept.set(key, text),
    putBack: (key: DraftKey, text: string) => void kept.set(key, text),
  };
  return { kept, commands: commentCommands({ meetingId }, drafts) };
}
const { commands } = setUp();

function textsOf(now: typeof board, id: TopicId = topic): string[] {
  return (now.comments[id] ?? []).map(({ content }) => content);
}

test('adding, editing and deleting show immediately, and affect no other topic’s comments', () => {
  const added = withCommand(board, commands.create(add));
  expect(textsOf(added)).toEqual(['Only on Fridays.', 'Mine']);
  expect(textsOf(withCommand(board, commands.create(edit)))).toEqual(['Mostly.']);
  const removed = withCommand(board, commands.create(remove));
  expect(removed.comments).toEqual({ [other]: board.comments[other] });
  expect(added.comments[other]).toEqual(board.comments[other]);
});

test('a pending comment follows its note into a group', () => {
  const group_id = GroupId.parse('0198f000-0000-7000-8000-0000000000aa');
  const notes = [makeNote(1, { group_id }), makeNote(2, { group_id })];
  const group = { id: group_id, title: '', title_is_custom: false, column_id: 'went_well' };
  const groups = [{ ...group, note_ids: notes.map(({ id }) => id), version: 1 }];
  const grouped = { ...board, notes, groups };
  expect(textsOf(withCommand(grouped, commands.create(add)), group_id)).toContain('Mine');
});

test('each is undone, unless somebody else has changed it', () => {
  for (const [intent, title] of [
    [add, 'Comment added'],
    [edit, 'Comment edited'],
    [remove, 'Comment deleted'],
  ] as const) {
    const command = commands.create(intent);
    const inverse = inverseOn(board, command);
    const now = withCommand(board, command);
    const back = inverse?.command(now);
    expect(inverse?.title).toBe(title);
    // The page shows it in place.
    expect(inverse?.isInView ?? false).toBe(intent === add);
    if (!back || 'conflict' in back) throw new Error('cannot be taken back');
    expect(textsOf(withCommand(now, back))).toEqual(['Only on Fridays.']);
  }
  const changed = { ...board, comments: { [topic]: [{ ...comment, content: 'By the owner' }] } };
  const inverse = inverseOn(board, commands.create(edit));
  expect(inverse?.command(changed)).toEqual({ conflict: 'Someone else has since changed it.' });
  expect(inverse?.conflicts).toEqual({ NOT_FOUND: 'The comment has since been deleted.' });
});

test('a deleted comment is restored in its place, unless its note is gone', () => {
  const inverse = inverseOn(board, commands.create(remove));
  const now = withCommand(board, commands.create(remove));
  const back = inverse?.command(now);
  if (!back || 'conflict' in back) throw new Error('cannot be taken back');
  const { comments } = withCommand(now, back);
  expect(comments[topic]).toEqual([{ ...comment, updated_at: expect.any(String) }]);
  expect(inverseOn(now, back)?.command(withCommand(now, back))).toMatchObject({ input: remove });
  expect(inverse?.command(board)).toEqual({ conflict: 'The comment is back.' });
  const noteless = { ...now, notes: [] };
  expect(inverse?.command(noteless)).toEqual({ conflict: 'Its note has since been deleted.' });
});

test('a refused comment’s text is kept at its comment, or as a new draft if that is gone', () => {
  const { kept, commands: own } = setUp();
  own.create(add).onRefused(refusal(409), board);
  expect(kept.get(topic)).toBe('Mine');
  const later = [{ ...edit, id: newId, content: 'Mine, longer' }, remove];
  own.create(add).onRefused(refusal(409), board, later);
  expect(kept.get(topic)).toBe('Mine, longer');
  own.create(edit).onRefused(refusal(403), board);
  expect(kept.get(commentId)).toBe('Mostly.');
  own.create(edit).onRefused(refusal(404), board);
  expect(kept.get(topic)).toBe('Mostly.');
  own.create(remove).onRefused(refusal(403), board);
  expect(toast.error).toHaveBeenCalledTimes(5);
});

test('a refused undo of an edit leaves no draft', () => {
  const { kept, commands: own } = setUp();
  own.create({ ...edit, undoes: true }).onRefused(refusal(403), board);
  expect(kept.size).toBe(0);
});

test('restores stored commands of this kind and shape only', () => {
  for (const intent of [add, edit, remove]) {
    expect(commands.deserialize('comment', intent)?.input).toEqual(intent);
  }
  expect(commands.deserialize('comment', { ...add, madeAt: time })?.input).toEqual(add);
  expect(commands.deserialize('note', add)).toBeNull();
  expect(commands.deserialize('comment', { ...add, noteId: 'x' })).toBeNull();
});
