import { GroupId, MeetingId } from '@wentwell/contract/ids';
import { makeGroup } from '@wentwell/contract/testing/notes';
import { beforeEach, expect, test, vi } from 'vitest';

import type { BoardCalls } from '#web/live/queued-command';
import { withCommand } from '#web/live/testing/decided';
import { makeBoard, makeMeeting, makeNote, noteIdOf } from '#web/live/testing/fake-board-server';
import { refusal } from '#web/live/testing/refusal';
import { toast } from '#web/ui/feedback/toast';

import { groupCommands, type GroupIntent } from './group-commands.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const id = GroupId.parse('0198f000-0000-7000-8000-0000000000a1');
const { signal } = new AbortController();
const note_ids = [noteIdOf(1), noteIdOf(2)];
const meeting = makeMeeting({ phase: 'grouping' });
const board = makeBoard({ meeting, notes: [makeNote(1), makeNote(2), makeNote(3)] });
const grouped = makeBoard({
  meeting,
  notes: [makeNote(1, { group_id: id }), makeNote(2, { group_id: id }), makeNote(3)],
  groups: [makeGroup({ id, note_ids, title: 'Typed', title_is_custom: true })],
});

const intents = {
  create: { act: 'create', id, note_ids },
  add: { act: 'add', id, note_ids: [noteIdOf(3)] },
  remove: { act: 'remove', id, note_ids: [noteIdOf(1)] },
  dissolve: { act: 'dissolve', id },
  title: { act: 'title', id, title: 'Better' },
  untitle: { act: 'untitle', id },
  move: { act: 'move', id, column_id: 'action' },
} satisfies Record<string, GroupIntent>;

/** Commands whose requests are recorded, and answered by `answer`. */
function setUp(answer: () => Promise<{ seq: number }> = () => Promise.resolve({ seq: 7 })) {
  const sent: unknown[] = [];
  const calls: BoardCalls = {
    change: ({ method, path, body }) => {
      sent.push([method, path.replace(/^.*groups/, ''), body]);
      return answer();
    },
    readSeq: () => Promise.resolve(12),
  };
  return { commands: groupCommands({ meetingId }, calls), sent };
}

test('each is sent in the API’s form', async () => {
  const { commands, sent } = setUp();
  for (const intent of Object.values(intents)) {
    expect(await commands.create(intent).send('key', signal)).toEqual({ seq: 7 });
  }
  expect(sent).toEqual([
    ['POST', '', { id, note_ids, title: undefined, column_id: undefined }],
    ['PUT', `/${id}`, { add: [noteIdOf(3)] }],
    ['PUT', `/${id}`, { remove: [noteIdOf(1)] }],
    ['DELETE', `/${id}`, undefined],
    ['PUT', `/${id}`, { title: 'Better' }],
    ['PUT', `/${id}`, { title: null }],
    ['PUT', `/${id}`, { column_id: 'action' }],
  ]);
});

test('a new group is in the named column, otherwise in its first note’s', () => {
  const { commands } = setUp();
  const at = (column_id?: string) =>
    withCommand(board, commands.create({ ...intents.create, column_id })).groups;
  expect(at()).toMatchObject([{ id, title_is_custom: false, column_id: 'went_well', note_ids }]);
  expect(at('action')[0]?.column_id).toBe('action');
});

test('an invalid title shows nothing', () => {
  const { commands } = setUp();
  const renamed = withCommand(grouped, commands.create({ ...intents.title, title: 'a\nb' }));
  expect(renamed.groups.map(({ title }) => title)).toEqual(['Typed']);
});

test('a command of an earlier page is the same command', () => {
  const { commands } = setUp();
  for (const intent of Object.values(intents)) {
    const { kind, input } = commands.create(intent);
    const stored: unknown = JSON.parse(JSON.stringify(input));
    expect(commands.deserialize(kind, stored)?.input).toEqual(intent);
  }
  const stored = { ...intents.untitle, title: 'Suggested' };
  expect(commands.deserialize('group', stored)?.input).toEqual(intents.untitle);
  expect(commands.deserialize('note', intents.create)).toBeNull();
  expect(commands.deserialize('group', { act: 'later' })).toBeNull();
});

test('dissolving an already dissolved group succeeds', async () => {
  const { commands } = setUp(() => Promise.reject(refusal(404, { detail: 'Not found.' })));
  expect(await commands.create(intents.dissolve).send('key', signal)).toEqual({ seq: 12 });
  await expect(commands.create(intents.add).send('key', signal)).rejects.toThrow('Not found.');
});

const gone = 'Someone deleted a note or dissolved the group.';
test.each([
  { status: 409, act: 'add', text: 'Not now.' },
  { status: 404, act: 'add', text: gone },
  { status: 404, act: 'title', text: `${gone} Your title: “Better”` },
] as const)('a refusal with $status of $act gives its reason', ({ status, act, text }) => {
  const { commands } = setUp();
  commands.create(intents[act]).onRefused(refusal(status, { detail: 'Not now.' }), board);
  expect(toast.error).toHaveBeenCalledWith(expect.objectContaining({ description: text }));
});

test('waits for a pending note', () => {
  const { commands } = setUp();
  expect(commands.create(intents.create).alsoQueues).toEqual(note_ids);
});
