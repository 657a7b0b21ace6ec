import type { Board } from '@wentwell/contract/board/snapshot';
import { ActionId, MeetingId, NoteId } from '@wentwell/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';

import type { QueuedCommand } from '#web/live/queued-command';
import { inverseOn, withCommand } from '#web/live/testing/decided';
import { ada, bob, makeBoard, makeMeeting } from '#web/live/testing/fake-board-server';
import { refusal } from '#web/live/testing/refusal';
import { toast } from '#web/ui/feedback/toast';

import { type ActionIntent, actionCommands } from './action-commands.ts';
import type { ActionLine, DraftKey } from './action-drafts.ts';

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
  return { kept, commands: actionCommands({ meetingId }, drafts) };
}

/** Undoes the command on the board that includes it. */
function undone(on: Board, command: QueuedCommand) {
  const now = withCommand(on, command);
  const inverse = inverseOn(on, command);
  const back = inverse?.command(now);
  return { inverse, back, result: back && 'kind' in back ? withCommand(now, back) : null };
}

test('an action item is shown as it is added, changed and deleted, and each is undone', () => {
  const { commands } = setUp();
  const added = withCommand(board, commands.create(add));
  const { act: _, ...fields } = add;
  expect(added.actions).toMatchObject([{ ...fields, status: 'open', created_by: ada }]);
  const done: ActionIntent = { act: 'change', id, change: { status: 'done' }, version: 1 };
  for (const [on, intent, title] of [
    [board, add, 'Action item added'],
    [added, change, 'Action item changed'],
    [added, done, 'Action item done'],
    [added, { act: 'remove', id }, 'Action item deleted'],
  ] as const) {
    const command = commands.create(intent);
    expect(withCommand(on, command).actions).not.toEqual(on.actions);
    const { inverse, result } = undone(on, command);
    expect(inverse?.title).toBe(title);
    // The page shows it in place.
    expect(inverse?.isInView ?? false).toBe(intent === add);
    expect(result?.actions).toEqual(on.actions);
  }
});

test('a pending change takes the server’s version, for the next one to name', () => {
  const { commands } = setUp();
  const added = withCommand(board, commands.create(add));
  const [shown] = withCommand(added, commands.create(change)).actions;
  expect(shown).toMatchObject({ text: 'Mend the build', version: added.actions[0]?.version });
});

test('undoing a new text keeps the drop reason', () => {
  const { commands } = setUp();
  const added = withCommand(board, commands.create(add));
  const drop = { status: 'dropped', reason: 'No time' } as const;
  const dropped = withCommand(added, commands.create({ act: 'change', id, change: drop }));
  const { back } = undone(dropped, commands.create(change));
  expect(back).toMatchObject({ input: { change: { text: add.text, due_on: add.due_on } } });
  expect(back).not.toHaveProperty('input.change.reason');
});

test('a text that somebody else has changed since is not undone', () => {
  const { commands } = setUp();
  const added = withCommand(board, commands.create(add));
  const inverse = inverseOn(added, commands.create(change));
  expect(inverse?.command(added)).toEqual({
    conflict: 'Someone else has since changed this action item.',
  });
  expect(inverse?.conflicts).toEqual({ NOT_FOUND: 'The action item has since been deleted.' });
});

test('an earlier meeting’s item disappears when done, and its command is sent even if it is not shown', () => {
  const { commands } = setUp();
  const [made] = withCommand(board, commands.create(add)).actions;
  if (!made) throw new Error('not added');
  const joining = makeBoard({
    meeting: makeMeeting({ phase: 'joining' }),
    since_last_time: [{ ...made, meeting_id: null }],
  });
  const done = commands.create({ act: 'change', id, change: { status: 'done' }, version: 1 });
  expect(withCommand(joining, done).since_last_time).toEqual([]);
  const back = inverseOn(joining, done)?.command(withCommand(joining, done));
  expect(back).toMatchObject({
    input: { act: 'change', id, change: { status: 'open' } },
    boardCommand: undefined,
  });
});

test('a refused action item becomes the next draft, as changed while waiting', () => {
  const { kept, commands } = setUp();
  const command = commands.create(add);
  command.onRefused(refusal(409), board);
  expect(kept.get(next)).toEqual({ line: 'Fix the build', assignee_id: bob, due_on: '2026-12-01' });
  command.onRefused(refusal(409), board, [change]);
  expect(kept.get(next)).toEqual({ line: 'Mend the build', assignee_id: bob });
  // No owner was chosen, so the line may still name one.
  commands.create({ ...add, assignee_id: null }).onRefused(refusal(409), board);
  expect(kept.get(next)?.assignee_id).toBeUndefined();
});

test('an item too late for the meeting becomes a draft for the team’s list', () => {
  const { kept, commands } = setUp();
  commands.create(add).onRefused(refusal(409, { code: 'ACTIONS_MEETING_OVER' }), board);
  expect(kept.get(`new:${board.meeting.team_id}`)?.line).toBe('Fix the build');
});

test('a refused text stays with its action item, or becomes the next draft if that is gone', () => {
  const { kept, commands } = setUp();
  const draft = { line: 'Mend the build', assignee_id: undefined, due_on: null };
  commands.create(change).onRefused(refusal(412), board);
  expect(kept.get(id)).toEqual({ ...draft, isRefused: true });
  commands.create(change).onRefused(refusal(404), board);
  expect(kept.get(next)).toEqual(draft);
});

test('untyped changes leave no draft: an undo, a status, a note’s text', () => {
  const { kept, commands } = setUp();
  const noteId = NoteId.parse('0198f000-0000-7000-8000-0000000000b1');
  const undo: ActionIntent = { act: 'change', id, change: { text: 'As it was' } };
  for (const intent of [
    undo,
    { act: 'change', id, change: { status: 'done' }, version: 1 },
    { ...add, note_id: noteId },
    { act: 'remove', id },
  ] satisfies ActionIntent[]) {
    commands.create(intent).onRefused(refusal(409), board);
  }
  expect(kept.size).toBe(0);
});

test('a refused drop reason stays with its action item', () => {
  const { kept, commands } = setUp();
  const drop = { status: 'dropped', reason: 'No time' } as const;
  commands.create({ act: 'change', id, change: drop }).onRefused(refusal(409), board);
  const typed = commands.create({ act: 'change', id, change: drop, version: 1 });
  typed.onRefused(refusal(404), board);
  expect(kept.size).toBe(0);
  typed.onRefused(refusal(409), board);
  expect(kept.get(`drop:${id}`)).toEqual({ line: 'No time', isRefused: true });
  expect(toast.error).toHaveBeenCalledWith(
    expect.objectContaining({ description: 'Refused. Your reason: “No time”' }),
  );
});
