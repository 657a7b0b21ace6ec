import { expect, test } from 'vitest';

import type { QueuedCommand } from '#web/live/queued-command';
import { makeNote, noteIdOf } from '#web/live/testing/fake-board-server';

import { noteActions } from './note-actions.ts';
import type { NoteCommands, NoteIntent } from './note-commands.ts';

/** Records the intents that reach the board's queue. */
function setUp() {
  const ran: NoteIntent[] = [];
  const commands: NoteCommands = {
    deserialize: () => null,
    create: (intent) => ({
      kind: 'note',
      input: intent,
      queueKey: intent.id,
      send: () => Promise.resolve({ seq: 0 }),
      onRefused: () => ran.push(intent),
    }),
  };
  const run = (command: QueuedCommand): Promise<boolean> => {
    command.onRefused(null, null);
    return Promise.resolve(true);
  };
  const together: string[] = [];
  const runAll = (all: readonly QueuedCommand[], { title }: { title: string }): (() => void) => {
    for (const command of all) void run(command);
    together.push(title);
    return () => {};
  };
  return { ran, together, actions: noteActions({ run, runAll }, commands) };
}

const note = makeNote(1, { version: 7 });
const id = noteIdOf(1);
const base = { version: 7, content: 'Note 1' };

test('several notes are added as one change, the last text first', () => {
  const { ran, together, actions } = setUp();
  actions.addAll('action', ['1', '2']);
  expect(ran).toMatchObject(
    ['2', '1'].map((content) => ({ act: 'add', content, note_type: 'action' })),
  );
  expect(together).toEqual(['2 notes added']);
});

test('each action on a note becomes a command', async () => {
  const { ran, actions } = setUp();
  await actions.add({ id, content: 'New', note_type: 'action' });
  await actions.move(note, 'action');
  await actions.remove(note);
  expect(ran).toEqual([
    { act: 'add', id, content: 'New', note_type: 'action' },
    { act: 'move', id, note_type: 'action' },
    { act: 'remove', id },
  ]);
});

test('C-36: an edit sends only changed fields, and what the user had read', async () => {
  const { ran, actions } = setUp();
  await actions.edit(note, { content: 'Better', note_type: 'went_well' });
  await actions.edit(note, { content: 'Better', note_type: 'action' });
  await actions.edit(note, { content: 'Note 1', note_type: 'action' });
  expect(await actions.edit(note, { content: 'Note 1', note_type: 'went_well' })).toBe(true);
  expect(ran).toEqual([
    { act: 'edit', id, content: 'Better', base },
    { act: 'edit', id, content: 'Better', note_type: 'action', base },
    { act: 'move', id, note_type: 'action' },
  ]);
});
