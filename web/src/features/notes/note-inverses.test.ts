import type { Board } from '@wentwell/contract/board';
import { MeetingId } from '@wentwell/contract/ids';
import { expect, test } from 'vitest';

import type { Attempt } from '#web/api/attempt';
import { ApiError } from '#web/api/request';
import {
  ada,
  bob,
  makeBoard,
  makeMeeting,
  makeNote,
  noteIdOf,
} from '#web/live/testing/fake-board-server';

import { noteCommands } from './note-commands.ts';
import type { NoteIntent } from './note-intents.ts';
import type { Rejoin } from './note-inverses.ts';
import type { NoteCalls } from './notes.queries.ts';

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const id = noteIdOf(1);
const mine = { author_id: ada };
const before = makeBoard({
  notes: [makeNote(1, mine)],
  phase: { ...makeBoard().phase, phase: 'grouping' },
  meeting: makeMeeting({ phase: 'grouping', owner_id: noteAuthor() }),
});

function noteAuthor() {
  return makeNote(1).author_id ?? bob;
}

function commandsWith(calls: Partial<NoteCalls> = {}, rejoin: Rejoin = () => null) {
  const unused = (): Promise<never> => Promise.reject(new Error('not expected'));
  const none = {
    create: unused,
    update: unused,
    delete: unused,
    restore: unused,
    readBoard: unused,
  };
  const drafts = { read: () => null, keep: () => {}, drop: () => {}, putBack: () => {} };
  return noteCommands({ meetingId, userId: ada }, drafts, { calls: { ...none, ...calls }, rejoin });
}

const intents = {
  add: { act: 'add', id: noteIdOf(9), content: 'Mine', note_type: 'action' },
  edit: { act: 'edit', id, content: 'Better', base: { version: 1, content: 'Note 1' } },
  both: {
    act: 'edit',
    id,
    content: 'Better',
    note_type: 'action',
    base: { version: 1, content: 'Note 1' },
  },
  move: { act: 'move', id, note_type: 'action' },
  remove: { act: 'remove', id },
} as const satisfies Record<string, NoteIntent>;
const names = Object.keys(intents) as (keyof typeof intents)[];

function seen({ notes }: Board): string[] {
  return notes.map((note) => `${note.id} ${note.note_type} ${note.content}`);
}

/** Does it, lets `meanwhile` happen, and takes it back. */
function takeBack(intent: NoteIntent, meanwhile = (board: Board): Board => board) {
  const command = commandsWith().create(intent);
  const done = meanwhile(command.optimisticUpdate(before));
  const back = command.inverse?.(before)?.command(done);
  return back && !('conflict' in back)
    ? { command: back, board: back.optimisticUpdate?.(done) ?? done }
    : back;
}

function change(changes: object, noteId = id): (board: Board) => Board {
  return (board) => ({
    ...board,
    notes: board.notes.map((note) => (note.id === noteId ? { ...note, ...changes } : note)),
  });
}

test.each(names)('%s: taken back, the board is as it was; done again, as it became', (name) => {
  const command = commandsWith().create(intents[name]);
  const done = command.optimisticUpdate(before);
  const undone = takeBack(intents[name]);
  if (!undone || 'conflict' in undone) throw new Error('a conflict');
  expect(seen(undone.board)).toEqual(seen(before));
  const again = undone.command.inverse?.(done)?.command(undone.board);
  if (!again || 'conflict' in again) throw new Error('a conflict');
  expect(seen(again.optimisticUpdate?.(undone.board) ?? undone.board)).toEqual(seen(done));
});

test.each([
  ['add', change({ content: 'Theirs' }, noteIdOf(9))],
  ['add', change({ note_type: 'went_well' }, noteIdOf(9))],
  ['edit', change({ content: 'Theirs' })],
  ['both', change({ note_type: 'to_improve' })],
  ['move', change({ note_type: 'to_improve' })],
] as const)('%s: not taken back where somebody else has changed the same since', (name, theirs) => {
  const conflict = 'Somebody else has changed this note since.';
  expect(takeBack(intents[name], theirs)).toEqual({ conflict });
});

test.each([
  ['edit', change({ note_type: 'to_improve' }), 'to_improve Note 1'],
  ['move', change({ content: 'Theirs' }), 'went_well Theirs'],
  ['move', change({ hidden: true, author_id: ada }), 'went_well Note 1'],
] as const)('%s: what others changed of the note besides stays', (name, theirs, left) => {
  const undone = takeBack(intents[name], theirs);
  if (!undone || 'conflict' in undone) throw new Error('a conflict');
  expect(seen(undone.board)).toEqual([`${id} ${left}`]);
});

test.each(names.filter((name) => name !== 'remove'))(
  '%s: not taken back where the note has been deleted since',
  (name) => {
    const gone = (board: Board): Board => ({ ...board, notes: [] });
    expect(takeBack(intents[name], gone)).toEqual({ conflict: 'The note has been deleted since.' });
  },
);

test('a phase that allows no changes allows no undo but of an own text, with the text of the server', () => {
  const voting = (board: Board): Board => ({ ...board, meeting: makeMeeting({ phase: 'voting' }) });
  expect(takeBack(intents.edit, voting)).not.toHaveProperty('conflict');
  for (const name of names.filter((each) => each !== 'edit')) {
    const conflict = 'Notes cannot be changed in this phase.';
    expect(takeBack(intents[name], voting)).toEqual({ conflict });
  }
});

test('a note does not go back into a column that has been removed', () => {
  const removed = (board: Board): Board => ({
    ...board,
    meeting: { ...board.meeting, columns: board.meeting.columns.slice(1) },
  });
  const conflict = 'Its column has been removed since.';
  expect(takeBack(intents.move, removed)).toEqual({ conflict });
  expect(takeBack(intents.both, removed)).toEqual({ conflict });
});

/** Refuses a stale version as the server does. */
function stale(current: ReturnType<typeof makeNote>) {
  const tries: (number | undefined)[] = [];
  const answer = (attempt: Attempt) => {
    tries.push(attempt.version);
    if (attempt.version === current.version) return Promise.resolve(current);
    const request = { method: 'PUT', path: '/x' };
    const body = { current };
    const error = { url: '/x', status: 412, statusText: '', body, request, requestId: null };
    return Promise.reject(new ApiError(error));
  };
  const calls: Partial<NoteCalls> = {
    update: (_id, _change, attempt) => answer(attempt),
    delete: (_id, attempt) => answer(attempt).then(() => undefined),
  };
  return { calls, tries };
}

const { signal } = new AbortController();

test.each([
  ['move', makeNote(1, { note_type: 'action', content: 'Theirs', version: 5 })],
  ['add', makeNote(9, { note_type: 'action', content: 'Mine', hidden: false, version: 5 })],
] as const)(
  'C-36: a %s is taken back on the version that the server has',
  async (name, current) => {
    const undone = takeBack(intents[name]);
    if (!undone || 'conflict' in undone) throw new Error('a conflict');
    const { calls, tries } = stale(current);
    const intent = undone.command.input as NoteIntent;
    await commandsWith(calls).create(intent).send('key', signal);
    expect(tries.at(-1)).toBe(5);
  },
);

test.each([
  ['move', makeNote(1, { note_type: 'to_improve', version: 5 })],
  ['add', makeNote(9, { note_type: 'action', content: 'Theirs', version: 5 })],
] as const)('C-36: a %s stays where somebody was faster than the socket', async (name, current) => {
  const undone = takeBack(intents[name]);
  if (!undone || 'conflict' in undone) throw new Error('a conflict');
  const { calls, tries } = stale(current);
  const intent = undone.command.input as NoteIntent;
  const sent = commandsWith(calls).create(intent).send('key', signal);
  await expect(sent).rejects.toMatchObject({ status: 412 });
  expect(tries).toHaveLength(1);
});

test.each([
  ['move', true],
  ['both', true],
  ['edit', false],
  ['remove', false],
] as const)('%s takes the note back into its group as well: %s', (name, isRejoining) => {
  const seen: unknown[] = [];
  const rejoin: Rejoin = (note, board) => {
    seen.push([note.id, board]);
    return () => ({ conflict: 'Grouped otherwise.' });
  };
  const inverse = commandsWith({}, rejoin).create(intents[name]).inverse?.(before);
  expect(inverse?.also?.(before)).toEqual(
    isRejoining ? { conflict: 'Grouped otherwise.' } : undefined,
  );
  expect(seen).toEqual(isRejoining ? [[id, before]] : []);
});
