import { GroupId, MeetingId } from '@wentwell/contract/ids';
import { makeGroup } from '@wentwell/contract/testing/notes';
import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '#web/api/request';
import { makeBoard, makeNote, noteIdOf } from '#web/live/testing/fake-board-server';
import { toast } from '#web/ui/feedback/toast';

import { groupCommands } from './group-commands.ts';
import type { GroupIntent } from './group-intents.ts';
import type { GroupCalls } from './groups.queries.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const id = GroupId.parse('0198f000-0000-7000-8000-0000000000a1');
const { signal } = new AbortController();
const note_ids = [noteIdOf(1), noteIdOf(2)];
const board = makeBoard({ notes: [makeNote(1), makeNote(2), makeNote(3)] });
const grouped = makeBoard({
  notes: [makeNote(1, { group_id: id }), makeNote(2, { group_id: id }), makeNote(3)],
  groups: [makeGroup({ id, note_ids, title: 'Typed', title_is_custom: true })],
});

const intents = {
  create: { act: 'create', id, note_ids },
  add: { act: 'add', id, note_ids: [noteIdOf(3)] },
  remove: { act: 'remove', id, note_ids: [noteIdOf(1)] },
  dissolve: { act: 'dissolve', id },
  title: { act: 'title', id, title: 'Better' },
  untitle: { act: 'untitle', id, title: 'Note' },
  move: { act: 'move', id, column_id: 'action' },
} satisfies Record<string, GroupIntent>;

/** Commands whose calls are recorded, and answered by `answer`. */
function setUp(answer: () => Promise<unknown> = () => Promise.resolve()) {
  const sent: unknown[] = [];
  const record =
    (call: string) =>
    (...parts: unknown[]) => {
      sent.push([call, ...parts.slice(0, -1)]);
      return answer();
    };
  const calls: GroupCalls = {
    create: record('create'),
    update: record('update'),
    dissolve: record('dissolve'),
  };
  return { commands: groupCommands({ meetingId }, calls), sent };
}

function refused(status: number, detail: string): ApiError {
  const request = { method: 'PUT', path: '/x' };
  const body = { detail };
  return new ApiError({ url: '/x', status, statusText: '', body, request, requestId: null });
}

test('each is sent as the API wants it', async () => {
  const { commands, sent } = setUp();
  for (const intent of Object.values(intents)) await commands.create(intent).send('key', signal);
  expect(sent).toEqual([
    ['create', { id, note_ids, title: undefined, column_id: undefined }],
    ['update', id, { add: [noteIdOf(3)] }],
    ['update', id, { remove: [noteIdOf(1)] }],
    ['dissolve', id],
    ['update', id, { title: 'Better' }],
    ['update', id, { title: null }],
    ['update', id, { column_id: 'action' }],
  ]);
});

test('each is confirmed by a board that shows it, and not by the board before it', async () => {
  const { commands } = setUp();
  for (const intent of Object.values(intents)) {
    const before = intent.act === 'create' ? board : grouped;
    const command = commands.create(intent);
    const { isConfirmed } = await command.send('key', signal);
    expect([intent.act, isConfirmed(before)]).toEqual([intent.act, false]);
    expect([intent.act, isConfirmed(command.optimisticUpdate(before))]).toEqual([intent.act, true]);
  }
});

test('a new group stands in the column that is named, without a title until the server suggests one', () => {
  const { commands } = setUp();
  const at = (column_id?: string) =>
    commands
      .create({ ...intents.create, ...(column_id !== undefined && { column_id }) })
      .optimisticUpdate(board).groups;
  expect(at()).toEqual([
    { id, title: '', title_is_custom: false, column_id: 'went_well', note_ids, version: 0 },
  ]);
  expect(at('action')[0]?.column_id).toBe('action');
});

test('a command of an earlier page is the same command', () => {
  const { commands } = setUp();
  for (const intent of Object.values(intents)) {
    const { kind, input } = commands.create(intent);
    const stored: unknown = JSON.parse(JSON.stringify(input));
    expect(commands.deserialize(kind, stored)?.input).toEqual(intent);
  }
  expect(commands.deserialize('note', intents.create)).toBeNull();
  expect(commands.deserialize('group', { act: 'later' })).toBeNull();
});

test('a group that somebody else has dissolved already is dissolved', async () => {
  const { commands } = setUp(() => Promise.reject(refused(404, 'Not found.')));
  const { isConfirmed } = await commands.create(intents.dissolve).send('key', signal);
  expect(isConfirmed(board)).toBe(true);
  await expect(commands.create(intents.add).send('key', signal)).rejects.toThrow('Not Found');
});

const gone = 'Somebody has deleted a note or dissolved the group meanwhile.';
test.each([
  { status: 409, act: 'add', text: 'Not now.' },
  { status: 404, act: 'add', text: gone },
  { status: 404, act: 'title', text: `${gone} Your title: “Better”` },
] as const)('a refusal with $status of $act says what has happened', ({ status, act, text }) => {
  const { commands } = setUp();
  commands.create(intents[act]).onRefused(refused(status, 'Not now.'), board);
  expect(toast.error).toHaveBeenCalledWith(expect.objectContaining({ description: text }));
});

test('a note that is on its way is waited for', () => {
  const { commands } = setUp();
  expect(commands.create(intents.create).alsoQueues).toEqual(note_ids);
});
