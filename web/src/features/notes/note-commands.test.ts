import { MeetingId } from '@wentwell/contract/ids';
import { defaultSettings } from '@wentwell/contract/meetings';
import type { Note } from '@wentwell/contract/notes';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Attempt } from '#web/api/attempt';
import { ApiError, NetworkError } from '#web/api/request';
import {
  ada,
  makeBoard,
  makeMeeting,
  makeNote,
  noteIdOf,
} from '#web/live/testing/fake-board-server';
import { toast } from '#web/ui/feedback/toast';

import { noteCommands } from './note-commands.ts';
import type { Draft, NoteDrafts } from './note-drafts.ts';
import type { NoteIntent } from './note-intents.ts';
import type { NoteCalls } from './notes.queries.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const id = noteIdOf(1);
const { signal } = new AbortController();
const board = makeBoard({ notes: [makeNote(1), makeNote(2)] });

const intents = {
  add: { act: 'add', id: noteIdOf(9), content: 'Mine', note_type: 'action' },
  edit: { act: 'edit', id, content: 'Better', base: { version: 1, content: 'Note 1' } },
  move: { act: 'move', id, note_type: 'action' },
  remove: { act: 'remove', id },
  restore: { act: 'restore', id: noteIdOf(3), note: makeNote(3) },
} as const satisfies Record<string, NoteIntent>;

/** Commands whose calls a test answers, and drafts that it can look into. */
function setUp(calls: Partial<NoteCalls> = {}) {
  const kept = new Map<string, Draft>();
  const drafts: NoteDrafts = {
    read: (noteId) => kept.get(String(noteId)) ?? null,
    keep: (noteId, draft) => kept.set(String(noteId), draft),
    drop: (noteId) => kept.delete(String(noteId)),
    putBack: (draft) => kept.set('new', draft),
    rehome: () => undefined,
    subscribe: () => () => undefined,
  };
  const unused = (): Promise<never> => Promise.reject(new Error('not expected'));
  const none = {
    create: unused,
    update: unused,
    delete: unused,
    restore: unused,
    readBoard: unused,
  };
  return {
    commands: noteCommands({ meetingId, userId: ada }, drafts, { calls: { ...none, ...calls } }),
    kept,
  };
}

function refusal(status: number, body: Record<string, unknown> = {}): ApiError {
  const request = { method: 'PUT', path: '/x' };
  return new ApiError({ url: '/x', status, statusText: '', body, request, requestId: null });
}

function contents(intent: NoteIntent): string[] {
  const { commands } = setUp();
  return commands
    .create(intent)
    .optimisticUpdate(board)
    .notes.map(({ note_type, content }) => `${note_type} ${content}`);
}

test('C-18: how each looks at once', () => {
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

test.each([
  ['writing', true, true],
  ['writing', false, false],
  ['grouping', true, false],
] as const)(
  'a fresh note in %s lies face down where the server will put it so',
  (phase, hide, hidden) => {
    const { commands } = setUp();
    const meeting = makeMeeting({ settings: { ...defaultSettings, hide_notes: hide } });
    const seen = makeBoard({ meeting, phase: { ...board.phase, phase } });
    expect(commands.create(intents.add).optimisticUpdate(seen).notes[0]?.hidden).toBe(hidden);
  },
);

test('C-31: each is sent with its key, an edit with the version that was read', async () => {
  const sent: unknown[] = [];
  const note = makeNote(1);
  const { commands } = setUp({
    create: (...args) => Promise.resolve(note).finally(() => sent.push(args)),
    update: (...args) => Promise.resolve(note).finally(() => sent.push(args)),
    delete: (...args) => Promise.resolve().finally(() => sent.push(args)),
    restore: (...args) => Promise.resolve(note).finally(() => sent.push(args)),
  });
  for (const intent of Object.values(intents)) await commands.create(intent).send('key', signal);
  const attempt = { key: 'key', signal };
  expect(sent).toEqual([
    [{ id: noteIdOf(9), content: 'Mine', note_type: 'action' }, attempt],
    [id, { content: 'Better' }, { ...attempt, version: 1 }],
    [id, { note_type: 'action' }, attempt],
    [id, attempt],
    [noteIdOf(3), attempt],
  ]);
});

test('C-18: the answer stays on show until the board has that version', async () => {
  const stored = makeNote(9, { content: 'Mine', position: 40, version: 3 });
  const { commands } = setUp({ create: () => Promise.resolve(stored) });
  const { isConfirmed, optimisticUpdate } = await commands.create(intents.add).send('key', signal);
  expect(optimisticUpdate?.(board).notes.at(-1)).toEqual(stored);
  expect(isConfirmed(board)).toBe(false);
  expect(isConfirmed(makeBoard({ notes: [makeNote(9, { version: 2 })] }))).toBe(false);
  expect(isConfirmed(makeBoard({ notes: [stored] }))).toBe(true);
});

test('C-34: each can be made again from what was stored, and nothing else can', () => {
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
] as const)('C-35: a refused %s is told with the reason of the server', (act, title) => {
  const { commands } = setUp();
  const detail = 'Notes cannot be changed in this phase.';
  commands.create(intents[act]).onRefused(refusal(409, { detail }), board);
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ title, description: detail }),
  );
});

test('C-35: a move that fails without a reason has words of its own', () => {
  const { commands } = setUp();
  commands.create(intents.move).onRefused(new NetworkError(null), board);
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ description: 'Failed to move the note. Please try again.' }),
  );
});

test('C-35: the text of a refused note goes back to where it was written, as it is by now', () => {
  const { commands, kept } = setUp();
  const edited = makeNote(9, { content: 'Mine, better', note_type: 'to_improve' });
  commands.create(intents.add).onRefused(refusal(409), makeBoard({ notes: [edited] }));
  expect([...kept]).toEqual([['new', { content: 'Mine, better', note_type: 'action' }]]);
});

test('C-35: so it does after a reload, when nothing was on show yet', () => {
  const { commands, kept } = setUp();
  commands.create(intents.add).onRefused(refusal(409), null);
  expect([...kept]).toEqual([['new', { content: 'Mine', note_type: 'action' }]]);
});

test('C-35: the text of a refused edit waits at its note, or for a new one where that is gone', () => {
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

test('deleting what somebody has deleted already is no error', async () => {
  const { commands } = setUp({
    delete: () => Promise.reject(refusal(404)),
    readBoard: () => Promise.resolve(),
  });
  const { isConfirmed } = await commands.create(intents.remove).send('key', signal);
  expect(isConfirmed(board)).toBe(false);
  expect(isConfirmed(makeBoard({ notes: [makeNote(2)] }))).toBe(true);
});

test('deleting on a board that one may not see any more is refused', async () => {
  const gone = refusal(404);
  const { commands } = setUp({
    delete: () => Promise.reject(gone),
    readBoard: () => Promise.reject(gone),
  });
  await expect(commands.create(intents.remove).send('key', signal)).rejects.toBe(gone);
});

/** Updates that refuse a stale version as the server does. */
function staleServer(current: Note) {
  const tries: Attempt[] = [];
  const update: NoteCalls['update'] = (_noteId, change, attempt) => {
    tries.push(attempt);
    return attempt.version === current.version
      ? Promise.resolve({ ...current, content: change.content ?? '', version: current.version + 1 })
      : Promise.reject(refusal(412, { detail: 'Somebody changed this meanwhile.', current }));
  };
  return { update, tries };
}

test.each([
  ['was only moved', { note_type: 'action' as const }],
  ['was turned over', { hidden: false }],
  ['has the text already', { content: 'Better' }],
])('C-36: an edit of a note that %s is sent again with the same key', async (_what, change) => {
  const { update, tries } = staleServer(makeNote(1, { ...change, version: 4 }));
  const { commands } = setUp({ update });
  await commands.create(intents.edit).send('key', signal);
  expect(tries.map(({ key, version }) => `${key} ${version}`)).toEqual(['key 1', 'key 4']);
});

test('C-36: an edit of a text that somebody else has changed is refused', async () => {
  const { update, tries } = staleServer(makeNote(1, { content: 'Theirs', version: 4 }));
  const { commands } = setUp({ update });
  await expect(commands.create(intents.edit).send('key', signal)).rejects.toMatchObject({
    status: 412,
  });
  expect(tries).toHaveLength(1);
});
