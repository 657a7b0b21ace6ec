import type { Discussion } from '@wentwell/contract/discussion/discussion';
import { MeetingId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import type { QueuedCommand } from '#web/live/queued-command';
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

import { discussionCommands } from './discussion-commands.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const commands = discussionCommands({ meetingId });
const [first, second, third] = [noteIdOf(1), noteIdOf(2), noteIdOf(3)];
const since = '2026-03-02T08:58:29.600Z';
/** Time of the tests' commands. */
const now = '2026-03-02T09:00:00.000Z';

const discussion: Discussion = {
  order: [first, second, third],
  current: first,
  current_since: since,
  parked: [],
  discussed: { [first]: 10 },
  more_time: [bob],
  go_on: [],
};
const notes = [makeNote(1), makeNote(2), makeNote(3)];
const meeting = makeMeeting({ phase: 'discussing' });
const board = makeBoard({ notes, meeting, discussion });

/** Undoes the command on the board that includes it. */
function undone(command: QueuedCommand, present = withCommand(board, command)) {
  const inverse = inverseOn(board, command);
  const back = inverse?.command(present);
  return { inverse, back, result: back && 'kind' in back ? withCommand(present, back) : null };
}

test('another topic is current immediately, and the previous one’s seconds are counted', () => {
  const result = withCommand(board, commands.lead({ current: second }));
  expect(result.discussion).toEqual({
    ...discussion,
    current: second,
    current_since: now,
    discussed: { [first]: 100 },
    more_time: [],
    go_on: [],
  });
  const over = withCommand(result, commands.lead({ current: null }));
  expect(over.discussion).toMatchObject({ current: null, current_since: null });
});

test('opening another topic has no undo: a button goes back', () => {
  expect(inverseOn(board, commands.lead({ current: second }))).toBeNull();
});

test('topics missing in an order follow the named ones', () => {
  const result = withCommand(board, commands.lead({ order: [third, first] }));
  expect(result.discussion?.order).toEqual([third, first, second]);
});

test('a new order and parking are undone', () => {
  const order = [second, first, third];
  const moved = undone(commands.lead({ order }));
  expect(moved.inverse?.title).toBe('Order changed');
  expect(moved.result?.discussion).toEqual(discussion);
  const parked = undone(commands.lead({ parked: [second, third] }));
  expect(parked.inverse?.title).toBe('2 topics parked');
  expect(parked.result?.discussion).toEqual(discussion);
});

test('a later change by somebody else is not undone', () => {
  const command = commands.lead({ parked: [second] });
  const changed = makeBoard({ ...board, discussion: { ...discussion, parked: [third] } });
  expect(undone(command, changed).back).toEqual({
    conflict: 'The discussion has since changed.',
  });
});

test('a change without effect has no undo', () => {
  expect(inverseOn(board, commands.lead({ parked: [] }))).toBeNull();
});

test('more time and going on exclude each other, and count for the topic that was shown', () => {
  const more = withCommand(board, commands.extend(first, true));
  expect(more.discussion).toMatchObject({ more_time: [ada, bob], go_on: [] });
  const goOn = withCommand(more, commands.extend(first, false));
  expect(goOn.discussion).toMatchObject({ more_time: [bob], go_on: [ada] });
  expect(withCommand(board, commands.extend(second, true)).discussion).toEqual(discussion);
});

test('reports every refusal except that the topic has changed', () => {
  const command = commands.extend(second, true);
  command.onRefused(refusal(409, { detail: 'There is no topic now.' }), board);
  expect(toast.error).not.toHaveBeenCalled();
  commands
    .extend(first, true)
    .onRefused(refusal(409, { detail: 'The meeting is not live.' }), board);
  commands.lead({ parked: [] }).onRefused(refusal(403, { detail: 'Only the owner.' }), board);
  expect(toast.error).toHaveBeenCalledTimes(2);
});

test('restores stored commands of this kind and shape only', () => {
  const lead = commands.lead({ order: [second, first], current: null });
  const extend = commands.extend(first, false);
  for (const { kind, input } of [lead, extend]) {
    expect(commands.deserialize(kind, input)?.input).toEqual(input);
  }
  const stored = { act: 'lead', change: { parked: [] }, madeAt: now };
  expect(commands.deserialize('discussion', stored)).toMatchObject({
    boardCommand: { name: 'discussion.update', input: { parked: [] } },
  });
  expect(commands.deserialize('note', lead.input)).toBeNull();
  expect(commands.deserialize('discussion', { act: 'lead' })).toBeNull();
});
