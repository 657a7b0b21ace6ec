import { MeetingId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { withCommand } from '#web/live/testing/decided';
import { makeBoard, makeMeeting, makeNote, noteIdOf } from '#web/live/testing/fake-board-server';
import { refusal } from '#web/live/testing/refusal';
import { toast } from '#web/ui/feedback/toast';

import { reactionCommands } from './reaction-commands.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const noteId = noteIdOf(1);
const commands = reactionCommands({ meetingId });
const board = makeBoard({
  meeting: makeMeeting({ phase: 'revealing' }),
  notes: [makeNote(1), makeNote(2)],
  reactions: {
    [noteId]: { '🎉': { count: 2, mine: true }, '👍': { count: 1, mine: false } },
    [noteIdOf(2)]: { '👀': { count: 1, mine: true } },
  },
});

function after(emoji: string, on: boolean, now = board) {
  return withCommand(now, commands.create({ noteId, emoji, on })).reactions;
}

test('a reaction counts immediately in its place, a new one comes last, and an emoji’s last one disappears', () => {
  expect(after('👍', true)[noteId]).toEqual({
    '🎉': { count: 2, mine: true },
    '👍': { count: 2, mine: true },
  });
  expect(Object.keys(after('🎉', false)[noteId] ?? {})).toEqual(['🎉', '👍']);
  expect(Object.entries(after('🚀', true)[noteId] ?? {}).at(-1)).toEqual([
    '🚀',
    { count: 1, mine: true },
  ]);
  const alone = { ...board, reactions: { [noteId]: { '👀': { count: 1, mine: true } } } };
  expect(after('👀', false, alone)).toEqual({});
});

test('a repeated one, a thirteenth emoji, or no emoji changes nothing', () => {
  expect(after('🎉', true)).toEqual(board.reactions);
  expect(after('👍', false)).toEqual(board.reactions);
  const all = [...'😀😁😂🤣😃😄😅😆😉😊😋😎'].map((emoji) => [emoji, { count: 1, mine: false }]);
  const full = { ...board, reactions: { [noteId]: Object.fromEntries(all) } };
  expect(after('🚀', true, full)).toEqual(full.reactions);
  expect(after('😀', true, full)[noteId]?.['😀']).toEqual({ count: 2, mine: true });
  expect(after('no emoji', true)).toEqual(board.reactions);
  expect(after('👍', true, { ...board, notes: [] })).toEqual({});
});

test('a refusal is reported unless the note is gone', () => {
  const command = commands.create({ noteId, emoji: '👍', on: true });
  command.onRefused(refusal(404), board);
  expect(toast.error).not.toHaveBeenCalled();
  command.onRefused(refusal(409), board);
  expect(toast.error).toHaveBeenCalledWith(expect.objectContaining({ description: 'Refused.' }));
});

test('restores stored commands of this kind and shape only', () => {
  const intent = { noteId, emoji: '👍', on: false };
  expect(commands.deserialize('reaction', intent)?.input).toEqual(intent);
  expect(commands.deserialize('note', intent)).toBeNull();
  expect(commands.deserialize('reaction', { noteId, on: true })).toBeNull();
});
