import { GroupId, MeetingId } from '@wentwell/contract/ids';
import { makeGroup } from '@wentwell/contract/testing/notes';
import { beforeEach, expect, test, vi } from 'vitest';

import { answerCalls } from '#web/live/testing/answer-calls';
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

const commands = groupCommands({ meetingId });

test('each is sent in the API’s form', async () => {
  const sent = answerCalls(() => ({ seq: 7 }));
  for (const intent of Object.values(intents)) {
    expect(await commands.create(intent).send('key', signal)).toEqual({ seq: 7 });
  }
  expect(
    sent.map(({ method, path, body }) => [method, path.replace(/^.*groups/, ''), body]),
  ).toEqual([
    ['POST', '', { id, note_ids }],
    ['PUT', `/${id}`, { add: [noteIdOf(3)] }],
    ['PUT', `/${id}`, { remove: [noteIdOf(1)] }],
    ['DELETE', `/${id}`, undefined],
    ['PUT', `/${id}`, { title: 'Better' }],
    ['PUT', `/${id}`, { title: null }],
    ['PUT', `/${id}`, { column_id: 'action' }],
  ]);
});

test('a new group is in the named column, otherwise in its first note’s', () => {
  const at = (column_id?: string) =>
    withCommand(board, commands.create({ ...intents.create, column_id })).groups;
  expect(at()).toMatchObject([{ id, title_is_custom: false, column_id: 'went_well', note_ids }]);
  expect(at('action')[0]?.column_id).toBe('action');
});

test('an invalid title shows nothing', () => {
  const renamed = withCommand(grouped, commands.create({ ...intents.title, title: 'a\nb' }));
  expect(renamed.groups.map(({ title }) => title)).toEqual(['Typed']);
});

test('a command of an earlier page is the same command', () => {
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
  answerCalls(({ method }) => (method === 'GET' ? { seq: 12 } : { status: 404 }));
  expect(await commands.create(intents.dissolve).send('key', signal)).toEqual({ seq: 12 });
  await expect(commands.create(intents.add).send('key', signal)).rejects.toThrow('Refused.');
});

const gone = 'Someone deleted a note or dissolved the group.';
test.each([
  { status: 409, act: 'add', text: 'Not now.' },
  { status: 404, act: 'add', text: gone },
  { status: 404, act: 'title', text: `${gone} Your title: “Better”` },
] as const)('a refusal with $status of $act gives its reason', ({ status, act, text }) => {
  commands.create(intents[act]).onRefused(refusal(status, { detail: 'Not now.' }), board);
  expect(toast.error).toHaveBeenCalledWith(expect.objectContaining({ description: text }));
});

test('waits for a pending note', () => {
  expect(commands.create(intents.create).alsoQueues).toEqual(note_ids);
});
