import type { Command } from '@wentwell/contract/board/command';
import type { Board } from '@wentwell/contract/board/snapshot';
import { GroupId, MeetingId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { Note } from '@wentwell/contract/notes/notes';
import { makeGroup } from '@wentwell/contract/testing/notes';
import { expect, test } from 'vitest';

import type { QueuedCommand } from '#web/live/queued-command';
import { answerCalls } from '#web/live/testing/answer-calls';
import { withCommand } from '#web/live/testing/decided';
import {
  ada,
  makeBoard,
  makeMeeting,
  makeNote,
  noteIdOf,
} from '#web/live/testing/fake-board-server';
import { undoScene } from '#web/live/testing/undo-scene';

import { noteCommands, type NoteIntent } from './note-commands.ts';

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const id = noteIdOf(1);
const mine = { author_id: ada };
const before = makeBoard({
  notes: [makeNote(1, mine)],
  phase: { ...makeBoard().phase, phase: 'grouping' },
  meeting: makeMeeting({ phase: 'grouping' }),
});
const { signal } = new AbortController();
const drafts = { keep: () => {}, putBack: () => {} };
const commands = noteCommands({ meetingId }, drafts);

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
  const scene = undoScene(before);
  void scene.history.run(commands.create(intent));
  const done = scene.board;
  scene.board = meanwhile(done);
  scene.history.undo();
  return { ...scene, done, said: scene.told.at(-1), board: scene.board };
}

function change(changes: object, noteId = id): (board: Board) => Board {
  return (board) => ({
    ...board,
    notes: board.notes.map((note) => (note.id === noteId ? { ...note, ...changes } : note)),
  });
}

test.each(names)('%s: undone, the board is as before; redone, as after', (name) => {
  const scene = undoScene(before);
  void scene.history.run(commands.create(intents[name]));
  const done = scene.board;
  scene.history.undo();
  expect(seen(scene.board)).toEqual(seen(before));
  scene.history.redo();
  expect(seen(scene.board)).toEqual(seen(done));
});

test.each([
  ['edit', 'Note edited', 'Edit undone'],
  ['both', 'Note edited', 'Edit undone'],
  ['move', 'Note moved', 'Move undone'],
  ['remove', 'Note deleted', 'Note restored'],
] as const)('%s shows “%s”, and then “%s”', (name, title, undoneTitle) => {
  expect(takeBack(intents[name]).told).toEqual([title, undoneTitle]);
});

test('add: the card is the notice, until it is removed again', () => {
  expect(takeBack(intents.add).told).toEqual(['Note removed']);
});

test.each([
  ['add', change({ content: 'Theirs' }, noteIdOf(9))],
  ['add', change({ note_type: 'went_well' }, noteIdOf(9))],
  ['edit', change({ content: 'Theirs' })],
  ['both', change({ note_type: 'to_improve' })],
  ['move', change({ note_type: 'to_improve' })],
] as const)('%s: is not undone if somebody else has changed the same since', (name, theirs) => {
  const { said, ran } = takeBack(intents[name], theirs);
  expect(said).toBe('Someone else has since changed this note.');
  expect(ran).toHaveLength(1);
});

test.each([
  ['edit', change({ note_type: 'to_improve' }), 'to_improve Note 1'],
  ['move', change({ content: 'Theirs' }), 'went_well Theirs'],
  ['move', change({ hidden: true, author_id: ada }), 'went_well Note 1'],
] as const)('%s: others’ changes of the note stay', (name, theirs, left) => {
  expect(seen(takeBack(intents[name], theirs).board)).toEqual([`${id} ${left}`]);
});

test.each(names.filter((name) => name !== 'remove'))(
  '%s: not taken back where the note has been deleted since',
  (name) => {
    const gone = (board: Board): Board => ({ ...board, notes: [] });
    expect(takeBack(intents[name], gone).said).toBe('The note has since been deleted.');
  },
);

test('a deletion is not undone if the note is on the board again', () => {
  const back = (board: Board): Board => ({ ...board, notes: before.notes });
  expect(takeBack(intents.remove, back).said).toBe('The note is back on the board.');
});

test('a deletion is not undone on a full board', () => {
  const notes = Array.from({ length: limits.notesPerBoard }, (_, index) => makeNote(index + 2));
  const full = (board: Board): Board => ({ ...board, notes });
  expect(takeBack(intents.remove, full).said).toBe(
    'This board is full: it holds at most 1000 notes.',
  );
});

test('a phase without changes allows only undoing an own text, with the server’s text', () => {
  const voting = (board: Board): Board => ({ ...board, meeting: makeMeeting({ phase: 'voting' }) });
  expect(takeBack(intents.edit, voting).said).toBe('Edit undone');
  for (const name of names.filter((each) => each !== 'edit')) {
    expect(takeBack(intents[name], voting).said).toBe('Notes cannot be changed in this phase.');
  }
});

test('a note does not return to a removed column', () => {
  const removed = (board: Board): Board => ({
    ...board,
    meeting: { ...board.meeting, columns: board.meeting.columns.slice(1) },
  });
  for (const intent of [intents.move, intents.both]) {
    expect(takeBack(intent, removed).said).toBe('Its column has since been removed.');
  }
});

test('a pending undo of a deletion shows the note after a reload, too', () => {
  const { ran, done } = takeBack(intents.remove);
  const { kind, input } = ran.at(-1) ?? { kind: '', input: null };
  const restored = commands.deserialize(kind, JSON.parse(JSON.stringify(input)));
  expect(restored && seen(withCommand(done, restored))).toEqual(seen(before));
});

/** Sends it to a server that refuses a stale version. Returns the versions of the attempts. */
async function sendTo(current: Note, { input }: Pick<QueuedCommand, 'input'>) {
  const calls = answerCalls(({ headers }) =>
    headers['if-match'] === `"${current.version}"` ? { seq: 9 } : { status: 412, current },
  );
  const isStored = await commands
    .create(input as NoteIntent)
    .send('key', signal)
    .then(
      () => true,
      (error: unknown) => error,
    );
  return { tries: calls.map(({ headers }) => headers['if-match']), isStored };
}

test.each([
  ['move', makeNote(1, { note_type: 'action', content: 'Theirs', version: 5 })],
  ['add', makeNote(9, { note_type: 'action', content: 'Mine', hidden: false, version: 5 })],
] as const)('C-36: a %s is undone on the server’s version', async (name, current) => {
  const [, back] = takeBack(intents[name]).ran;
  const { tries, isStored } = await sendTo(current, back ?? { input: null });
  expect(isStored).toBe(true);
  expect(tries).toEqual(['"1"', '"5"']);
});

test.each([
  ['move', makeNote(1, { note_type: 'to_improve', version: 5 })],
  ['add', makeNote(9, { note_type: 'action', content: 'Theirs', version: 5 })],
] as const)('C-36: a %s stays if somebody was faster than the socket', async (name, current) => {
  const [, back] = takeBack(intents[name]).ran;
  const { tries, isStored } = await sendTo(current, back ?? { input: null });
  expect(isStored).toMatchObject({ status: 412 });
  expect(tries).toHaveLength(1);
});

function groupCommand(boardCommand: Command): QueuedCommand {
  return {
    ...commands.create(intents.move),
    boardCommand,
    undo: (back) => ({ title: '', undoneTitle: '', command: () => groupCommand(back) }),
  };
}

test.each(['move', 'both', 'edit', 'remove'] as const)(
  '%s: a note that left its group comes back to it as well, if the move took it out',
  (name) => {
    const group = GroupId.parse('0198f000-0000-7000-8000-0000000000a1');
    const note_ids = [id, noteIdOf(2)];
    const grouped = makeBoard({
      ...before,
      notes: [makeNote(1, { ...mine, group_id: group }), makeNote(2, { group_id: group })],
      groups: [makeGroup({ id: group, note_ids, title: 'Typed', title_is_custom: true })],
    });
    const input = { id: group, remove: [id] };
    const leave = () => groupCommand({ name: 'group.update', input });
    const scene = undoScene(grouped);
    void scene.history.run(noteCommands({ meetingId }, drafts, { leave }).create(intents[name]));
    scene.history.undo();
    expect(scene.ran.length).toBe(name === 'move' || name === 'both' ? 3 : 2);
    expect(scene.board.groups.map(({ title }) => title)).toEqual(
      name === 'remove' ? [] : ['Typed'],
    );
    scene.history.redo();
    expect(scene.told.at(-1)).toBe(scene.told[0]);
  },
);
