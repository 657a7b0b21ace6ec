import { ActionId, MeetingId, NoteId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '#web/api/request';
import { ada, bob, makeBoard, makeMeeting } from '#web/live/testing/fake-board-server';
import { toast } from '#web/ui/feedback/toast';

import { actionCommands } from './action-commands.ts';
import type { ActionLine, DraftKey } from './action-drafts.ts';
import type { ActionIntent } from './action-intents.ts';

// Restored after each test by the suite's settings.
beforeEach(() => void vi.spyOn(toast, 'error').mockReturnValue(''));

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const id = ActionId.parse('0198f000-0000-7000-8000-0000000000a1');
const next = `new:${meetingId}` as const;
const board = makeBoard({ meeting: makeMeeting({ phase: 'discussing' }) });
const add: ActionIntent = {
  act: 'add',
  id,
  text: 'Fix the build',
  assignee_id: bob,
  due_on: '2026-12-01',
  topic_id: null,
  note_id: null,
};
const change: ActionIntent = {
  act: 'change',
  id,
  change: { text: 'Mend the build', due_on: null },
  version: 1,
};

function setUp() {
  const kept = new Map<DraftKey, ActionLine | null>();
  const drafts = {
    keep: (key: DraftKey, draft: ActionLine | null) => void kept.set(key, draft),
    putBack: (key: DraftKey, draft: ActionLine) => void kept.set(key, draft),
  };
  return { kept, commands: actionCommands({ meetingId, userId: ada }, drafts) };
}

function failure(status: number, code?: string): ApiError {
  const request = { method: 'PUT', path: '/x' };
  const body = { detail: 'Refused.', code };
  return new ApiError({ url: '/x', status, statusText: '', body, request, requestId: null });
}

test('a refused action item is kept for the next one, as it was changed while it waited', () => {
  const { kept, commands } = setUp();
  const command = commands.create(add);
  command.onRefused(failure(409), board);
  expect(kept.get(next)).toEqual({ line: 'Fix the build', owner: bob, due: '2026-12-01' });
  const waiting = command.optimisticUpdate(board);
  command.onRefused(failure(409), commands.create(change).optimisticUpdate(waiting));
  expect(kept.get(next)).toEqual({ line: 'Mend the build', owner: bob });
  // Nobody was chosen: the line may still say who.
  commands.create({ ...add, assignee_id: null }).onRefused(failure(409), board);
  expect(kept.get(next)?.owner).toBeUndefined();
});

test('what comes too late for the meeting is kept for the list of its team', () => {
  const { kept, commands } = setUp();
  commands.create(add).onRefused(failure(409, 'ACTIONS_MEETING_OVER'), board);
  expect(kept.get(`new:${board.meeting.team_id}`)?.line).toBe('Fix the build');
});

test('a refused text stays with its action item, or is kept for the next one where that is gone', () => {
  const { kept, commands } = setUp();
  const draft = { line: 'Mend the build', owner: undefined, due: null };
  commands.create(change).onRefused(failure(412), board);
  expect(kept.get(id)).toEqual({ ...draft, isRefused: true });
  commands.create(change).onRefused(failure(404), board);
  expect(kept.get(next)).toEqual(draft);
});

test('what the user did not type leaves no draft: an undo, a status, the text of a note', () => {
  const { kept, commands } = setUp();
  const noteId = NoteId.parse('0198f000-0000-7000-8000-0000000000b1');
  const undo: ActionIntent = { act: 'change', id, change: { text: 'As it was' } };
  for (const intent of [
    undo,
    { act: 'change', id, change: { status: 'done' }, version: 1 },
    { ...add, note_id: noteId },
    { act: 'remove', id },
  ] satisfies ActionIntent[]) {
    commands.create(intent).onRefused(failure(409), board);
  }
  expect(kept.size).toBe(0);
});

test('a refused reason for dropping stays with its action item, and is said again', () => {
  const { kept, commands } = setUp();
  const drop = { status: 'dropped', reason: 'No time' } as const;
  commands.create({ act: 'change', id, change: drop }).onRefused(failure(409), board);
  const typed = commands.create({ act: 'change', id, change: drop, version: 1 });
  typed.onRefused(failure(404), board);
  expect(kept.size).toBe(0);
  typed.onRefused(failure(409), board);
  expect(kept.get(`drop:${id}`)).toEqual({ line: 'No time', isRefused: true });
  expect(toast.error).toHaveBeenCalledWith(
    expect.objectContaining({ description: 'Refused. Your reason: “No time”' }),
  );
});
