import { MeetingId } from '@wentwell/contract/ids';
import { defaultSettings } from '@wentwell/contract/meetings/meetings';
import type { Note } from '@wentwell/contract/notes/notes';
import { beforeEach, expect, test, vi } from 'vitest';

import { NetworkError } from '#web/api/request';
import { answerCalls } from '#web/live/testing/answer-calls';
import { withCommand } from '#web/live/testing/decided';
import {
  ada,
  makeBoard,
  makeMeeting,
  makeNote,
  noteIdOf,
} from '#web/live/testing/fake-board-server';
import { refusal } from '#web/live/testing/refusal';
import { toast } from '#web/ui/feedback/toast';

import { noteCommands, type NoteIntent } from './note-commands.ts';
import type { Draft, NoteDrafts } from './note-drafts.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const id = noteIdOf(1);
const { signal } = new AbortController();
const board = makeBoard({ notes: [makeNote(1, { author_id: ada }), makeNote(2)] });

const intents = {
  add: { act: 'add', id: noteIdOf(9), content: 'Mine', note_type: 'action' },
  edit: { act: 'edit', id, content: 'Better', base: { version: 1, content: 'Note 1' } },
  move: { act: 'move', id, note_type: 'action' },
  remove: { act: 'remove', id },
  restore: { act: 'restore', id: noteIdOf(3), note: makeNote(3) },
} as const satisfies Record<string, NoteIntent>;

/** Commands, and drafts that a test can look into. */
function setUp() {
  const kept = new Map<string, Draft | null>();
  const drafts: NoteDrafts = {
    read: (noteId) => kept.get(String(noteId)) ?? null,
    keep: (noteId, draft) => kept.set(String(noteId), draft),
    putBack: (draft) => kept.set('new', draft),
    rehome: () => undefined,
    subscribe: () => () => undefined,
  };
  return { commands: noteCommands({ meetingId }, drafts), kept };
}

function contents(intent: NoteIntent): string[] {
  const { commands } = setUp();
  return withCommand(board, commands.create(intent)).notes.map(
    ({ note_type, content }) => `${note_type} ${content}`,
  );
}

test('C-18: how each shows immediately', () => {
  expect(contents(intents.add)).toEqual(['went_well Note 1', 'went_well Note 2', 'action Mine']);
  expect(contents(intents.edit)).toEqual(['went_well Better', 'went_well Note 2']);
  expect(contents(intents.move)).toEqual(['went_well Note 2', 'action Note 1']);
  expect(contents(intents.remove)).toEqual(['went_well Note 2']);
  expect(contents(intents.restore)).toEqual([
    'went_well Note 1',
    'went_well Note 2',
    'went_well Note 3',
  ]);
});

test('an invalid text shows nothing', () => {
  const before = contents({ ...intents.edit, content: 'Note 1' });
  expect(contents({ ...intents.add, content: ' ' })).toEqual(before);
  expect(contents({ ...intents.edit, content: '\0' })).toEqual(before);
});

test('C-36: pending changes keep the note’s version, so that a later edit names one that was read', () => {
  const edited = withCommand(board, setUp().commands.create(intents.edit));
  expect(edited.notes.map(({ version }) => version)).toEqual([1, 1]);
});

test.each([
  ['writing', true, true],
  ['writing', false, false],
  ['grouping', true, false],
] as const)('a new note in %s is hidden if the server will hide it', (phase, hide, hidden) => {
  const { commands } = setUp();
  const meeting = makeMeeting({ phase, settings: { ...defaultSettings, hide_notes: hide } });
  const seen = makeBoard({ meeting, phase: { ...board.phase, phase } });
  expect(withCommand(seen, commands.create(intents.add)).notes[0]?.hidden).toBe(hidden);
});

test('C-31: each is sent with its key, and an edit with the version that was read', async () => {
  const sent = answerCalls(() => ({ seq: 7 }));
  const { commands } = setUp();
  for (const intent of Object.values(intents)) {
    expect(await commands.create(intent).send('key', signal)).toEqual({ seq: 7 });
  }
  const notes = `/api/v1/meetings/${meetingId}/notes`;
  const headers = { 'idempotency-key': 'key' };
  const onVersion = { ...headers, 'if-match': '"1"' };
  const { id: newId, content, note_type } = intents.add;
  expect(sent).toEqual([
    { method: 'POST', path: notes, body: { id: newId, content, note_type }, headers },
    { method: 'PUT', path: `${notes}/${id}`, body: { content: 'Better' }, headers: onVersion },
    { method: 'PUT', path: `${notes}/${id}`, body: { note_type: 'action' }, headers },
    { method: 'DELETE', path: `${notes}/${id}`, body: undefined, headers },
    { method: 'POST', path: `${notes}/${noteIdOf(3)}/restore`, body: undefined, headers },
  ]);
});

test('C-34: each is restored from storage, and nothing else is', () => {
  const { commands } = setUp();
  for (const intent of Object.values(intents)) {
    const { kind, input } = commands.create(intent);
    const stored: unknown = JSON.parse(JSON.stringify(input));
    expect(commands.deserialize(kind, stored)).toMatchObject({
      kind,
      input: intent,
      queueKey: intent.id,
    });
  }
  expect(commands.deserialize('vote', intents.add)).toBeNull();
  expect(commands.deserialize('note', { act: 'add', id: 'x' })).toBeNull();
  expect(commands.create(intents.add).startsQueue).toBe(true);
  expect(commands.create(intents.edit).startsQueue).toBe(false);
});

test.each([
  ['add', 'Error adding note'],
  ['edit', 'Error updating note'],
  ['move', 'Error moving note'],
  ['remove', 'Error deleting note'],
  ['restore', 'Error restoring note'],
] as const)('C-35: a refused %s shows the server’s reason', (act, title) => {
  const { commands } = setUp();
  const detail = 'Notes cannot be changed in this phase.';
  commands.create(intents[act]).onRefused(refusal(409, { detail }), board);
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ title, description: detail }),
  );
});

test('C-35: a failed move without a reason has its own words', () => {
  const { commands } = setUp();
  commands.create(intents.move).onRefused(new NetworkError(null), board);
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ description: 'Failed to move the note. Please try again.' }),
  );
});

test('C-35: a refused note’s latest text returns to its column', () => {
  const { commands, kept } = setUp();
  const edited = makeNote(9, { content: 'Mine, better', note_type: 'to_improve' });
  commands.create(intents.add).onRefused(refusal(409), makeBoard({ notes: [edited] }));
  expect([...kept]).toEqual([['new', { content: 'Mine, better', note_type: 'action' }]]);
});

test('C-35: also after a reload, before anything is shown', () => {
  const { commands, kept } = setUp();
  commands.create(intents.add).onRefused(refusal(409), null);
  expect([...kept]).toEqual([['new', { content: 'Mine', note_type: 'action' }]]);
});

test('C-35: a refused edit’s text is kept at its note, or as a new draft if that is gone', () => {
  const { commands, kept } = setUp();
  commands.create(intents.edit).onRefused(refusal(412), board);
  expect([...kept]).toEqual([[id, { content: 'Better', note_type: 'went_well' }]]);
  kept.clear();
  commands.create(intents.edit).onRefused(refusal(404), makeBoard());
  expect([...kept]).toEqual([['new', { content: 'Better', note_type: 'action' }]]);
});

test('C-35: a refused move or deletion has no text to keep', () => {
  const { commands, kept } = setUp();
  commands.create(intents.move).onRefused(refusal(409), board);
  commands.create(intents.remove).onRefused(refusal(409), board);
  expect([...kept]).toEqual([]);
});

test('deleting an already deleted note succeeds', async () => {
  answerCalls(({ method }) => (method === 'DELETE' ? { status: 404 } : { seq: 12 }));
  const { commands } = setUp();
  expect(await commands.create(intents.remove).send('key', signal)).toEqual({ seq: 12 });
});

test('deleting on a board that is no longer visible is refused', async () => {
  answerCalls(() => ({ status: 404 }));
  await expect(setUp().commands.create(intents.remove).send('key', signal)).rejects.toMatchObject({
    status: 404,
  });
});

/** Refuses a stale version as the server does. */
const staleServer = (current: Note) =>
  answerCalls(({ headers }) =>
    headers['if-match'] === `"${current.version}"` ? { seq: 9 } : { status: 412, current },
  );

test.each([
  ['was only moved', { note_type: 'action' as const }],
  ['was turned over', { hidden: false }],
  ['has the text already', { content: 'Better' }],
])('C-36: an edit of a note that %s is resent with the same key', async (_what, change) => {
  const tries = staleServer(makeNote(1, { ...change, version: 4 }));
  await setUp().commands.create(intents.edit).send('key', signal);
  expect(tries.map(({ headers }) => headers)).toEqual([
    { 'idempotency-key': 'key', 'if-match': '"1"' },
    { 'idempotency-key': 'key', 'if-match': '"4"' },
  ]);
});

test('C-36: an edit of a text that somebody else has changed is refused', async () => {
  const tries = staleServer(makeNote(1, { content: 'Theirs', version: 4 }));
  await expect(setUp().commands.create(intents.edit).send('key', signal)).rejects.toMatchObject({
    status: 412,
  });
  expect(tries).toHaveLength(1);
});
