import type { Board } from '@wentwell/contract/board';
import type { Note } from '@wentwell/contract/notes';
import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '#web/api/request';
import { PendingChanges } from '#web/live/pending-changes';
import { ada, makeBoard, makeNote, noteIdOf } from '#web/live/testing/fake-board-server';
import { toast } from '#web/ui/toast';

import { noteActions } from './note-actions.ts';
import type { NoteCalls } from './notes.queries.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

/** A board that is shown with its pending changes, and calls that a test answers by hand. */
function setUp(calls: Partial<NoteCalls>) {
  let stored: Board = makeBoard({ notes: [makeNote(1), makeNote(2)] });
  const pending = new PendingChanges(() => {});
  const refresh = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const connection = { status: 'open' };
  const unused = (): Promise<never> => Promise.reject(new Error('not expected'));
  const actions = noteActions(
    {
      attempt: (show) => pending.add(show),
      refresh,
      read: () => ({ board: stored, connection }),
    },
    { meetingId: stored.meeting.id, userId: ada },
    { create: unused, update: unused, delete: unused, ...calls },
  );
  return {
    actions,
    connection,
    refresh,
    seen: () => pending.over(stored).notes.map((note) => note.content),
    store: (notes: Note[]) => {
      stored = { ...stored, notes };
      pending.settle(stored);
    },
  };
}

function refusal(status: number, detail: string): ApiError {
  const request = { method: 'PUT', path: '/x' };
  return new ApiError({
    url: '/x',
    status,
    statusText: '',
    body: { detail },
    request,
    requestId: null,
  });
}

const fresh = { id: noteIdOf(9), content: 'Mine', note_type: 'action' } as const;

test('a new note shows at once, with the id that is sent, and never twice', async () => {
  const answer = makeNote(9, { author_id: ada, content: 'Mine' });
  const create = vi.fn<NoteCalls['create']>(() => Promise.resolve(answer));
  const { actions, seen, store } = setUp({ create });
  const added = actions.add(fresh);
  expect(seen()).toEqual(['Note 1', 'Note 2', 'Mine']);
  expect(create).toHaveBeenCalledWith(fresh);
  expect(await added).toBe(true);
  expect(seen()).toEqual(['Note 1', 'Note 2', 'Mine']);
  store([makeNote(1), makeNote(2), answer]);
  expect(seen()).toEqual(['Note 1', 'Note 2', 'Mine']);
});

test.each([
  ['add', 'Error adding note', 'This board is full: it holds at most 1000 notes.'],
  ['edit', 'Error updating note', 'Only the author of this note can change it.'],
  ['move', 'Error moving note', 'Notes cannot be changed in this phase.'],
  ['remove', 'Error deleting note', 'Notes cannot be changed in this phase.'],
] as const)('spec 8: a refused %s is taken back and told', async (kind, title, description) => {
  const refuse = () => Promise.reject(refusal(409, description));
  const { actions, seen } = setUp({ create: refuse, update: refuse, delete: refuse });
  const attempts = {
    add: () => actions.add(fresh),
    edit: () => actions.edit(makeNote(1), { content: 'Other', note_type: 'went_well' }),
    move: () => actions.move(makeNote(1), 'action'),
    remove: () => actions.remove(makeNote(1)),
  };
  const attempt = attempts[kind]();
  expect(seen()).not.toEqual(['Note 1', 'Note 2']);
  expect(await attempt).toBe(false);
  expect(seen()).toEqual(['Note 1', 'Note 2']);
  expect(toast.error).toHaveBeenCalledExactlyOnceWith({ title, description });
});

test('spec 8: a move that gets no answer has words of its own', async () => {
  const { actions } = setUp({ update: () => Promise.reject(new Error('offline')) });
  await actions.move(makeNote(1), 'action');
  expect(toast.error).toHaveBeenCalledExactlyOnceWith({
    title: 'Error moving note',
    description: 'Failed to move the note. Please try again.',
  });
});

test('deleting what somebody has deleted already is no error', async () => {
  const { actions, seen } = setUp({ delete: () => Promise.reject(refusal(404, 'gone')) });
  expect(await actions.remove(makeNote(1))).toBe(true);
  expect(seen()).toEqual(['Note 2']);
  expect(toast.error).not.toHaveBeenCalled();
});

test('while the socket is down the board is asked for what the answer began', async () => {
  const { actions, connection, refresh } = setUp({ delete: () => Promise.resolve() });
  connection.status = 'closed';
  await actions.remove(makeNote(1));
  expect(refresh).toHaveBeenCalledOnce();
});
