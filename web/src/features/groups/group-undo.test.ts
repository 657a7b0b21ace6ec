import type { Board } from '@wentwell/contract/board/snapshot';
import { GroupId, MeetingId } from '@wentwell/contract/ids';
import type { Group } from '@wentwell/contract/notes/groups';
import { makeGroup } from '@wentwell/contract/testing/notes';
import { describe, expect, test } from 'vitest';

import { withCommand } from '#web/live/testing/decided';
import { makeBoard, makeMeeting, makeNote, noteIdOf } from '#web/live/testing/fake-board-server';
import { undoScene } from '#web/live/testing/undo-scene';

import { groupCommands, type GroupIntent } from './group-commands.ts';

const meetingId = MeetingId.parse('0198f000-0000-7000-8000-000000000001');
const commands = groupCommands({ meetingId });
const [pair, trio, fresh] = ['a1', 'a2', 'a3'].map((end) =>
  GroupId.parse(`0198f000-0000-7000-8000-0000000000${end}`),
) as [GroupId, GroupId, GroupId];

/** Notes 1 and 2 are a pair, 3 to 5 a group of three with a title that a person typed, 6 and 7 stand alone. */
function startingBoard(): Board {
  const groupOf = (digit: number) => (digit <= 2 ? pair : digit <= 5 ? trio : null);
  const digits = [1, 2, 3, 4, 5, 6, 7];
  const group = (id: GroupId, from: number[], overrides: Partial<Group> = {}) =>
    makeGroup({ id, note_ids: from.map(noteIdOf), ...overrides });
  return makeBoard({
    meeting: makeMeeting({ phase: 'grouping' }),
    notes: digits.map((digit) => makeNote(digit, { group_id: groupOf(digit) })),
    groups: [
      group(pair, [1, 2]),
      group(trio, [3, 4, 5], { title: 'Typed', title_is_custom: true, column_id: 'action' }),
    ],
  });
}

const intents: Record<string, GroupIntent> = {
  'two single notes': { act: 'create', id: fresh, note_ids: [noteIdOf(6), noteIdOf(7)] },
  'a note of a pair and a single one': {
    act: 'create',
    id: fresh,
    note_ids: [noteIdOf(6), noteIdOf(1)],
  },
  'a note of three and a single one': {
    act: 'create',
    id: fresh,
    note_ids: [noteIdOf(6), noteIdOf(5)],
  },
  'a single note joins': { act: 'add', id: trio, note_ids: [noteIdOf(6)] },
  'a note of a pair joins': { act: 'add', id: trio, note_ids: [noteIdOf(2)] },
  'a note of three joins a pair': { act: 'add', id: pair, note_ids: [noteIdOf(4)] },
  'a whole group joins': { act: 'add', id: pair, note_ids: [3, 4, 5].map(noteIdOf) },
  'a note leaves three': { act: 'remove', id: trio, note_ids: [noteIdOf(3)] },
  'a note leaves a pair': { act: 'remove', id: pair, note_ids: [noteIdOf(1)] },
  'a group is dissolved': { act: 'dissolve', id: trio },
  'a group is renamed': { act: 'title', id: trio, title: 'Better' },
  'a group is given its first title': { act: 'title', id: pair, title: 'Better' },
  'a group is moved': { act: 'move', id: trio, column_id: 'to_improve' },
};

const cases = Object.entries(intents).map(([name, intent]) => ({ name, intent }));

/** The visible state. Suggested titles are left out, because the server makes them. */
function seen({ notes, groups }: Board): unknown {
  const titleOf = ({ title, title_is_custom }: Group) => (title_is_custom ? title : null);
  return {
    notes: notes.map(({ id, group_id }) => `${id} ${group_id}`),
    groups: groups.map((group) => [group.id, titleOf(group), group.column_id, group.note_ids]),
  };
}

/** Does it, lets `theirs` happen, and takes it back. */
function takeBack(intent: GroupIntent, theirs = (board: Board): Board => board) {
  const scene = undoScene(startingBoard());
  void scene.history.run(commands.create(intent));
  const after = scene.board;
  scene.board = theirs(after);
  scene.history.undo();
  return { scene, after, said: scene.told.at(-1) };
}

describe.each(cases)('$name', ({ intent }) => {
  test('is undone by one command and redone by another', () => {
    const { scene, after } = takeBack(intent);
    expect(seen(after)).not.toEqual(seen(startingBoard()));
    expect(seen(scene.board)).toEqual(seen(startingBoard()));
    expect(scene.ran).toHaveLength(2);
    scene.history.redo();
    expect(seen(scene.board)).toEqual(seen(after));
    expect(scene.ran).toHaveLength(3);
  });

  test('is not undone in a phase without grouping', () => {
    const voting = (board: Board) => ({ ...board, meeting: makeMeeting({ phase: 'voting' }) });
    expect(takeBack(intent, voting).said).toBe(
      'Notes can only be grouped during Grouping or Discussing.',
    );
  });
});

test.each([
  [intents['two single notes'], 'Notes grouped', 'Grouping undone'],
  [intents['a single note joins'], 'Notes grouped', 'Grouping undone'],
  [intents['a note leaves three'], 'Note taken out of its group', 'Back in its group'],
  [intents['a group is dissolved'], 'Group dissolved', 'Group restored'],
  [intents['a group is renamed'], 'Group renamed', 'Renaming undone'],
  [intents['a group is moved'], 'Group moved', 'Move undone'],
] as const)('%o shows “%s”, and then “%s”', (intent, title, undoneTitle) => {
  expect(intent && takeBack(intent).scene.told).toEqual([title, undoneTitle]);
});

const joined: GroupIntent = { act: 'add', id: trio, note_ids: [noteIdOf(6)] };
const named: GroupIntent = { act: 'title', id: trio, title: 'Mine' };
const moved: GroupIntent = { act: 'move', id: trio, column_id: 'to_improve' };
const groupedSince = 'Someone else has since regrouped these notes.';
const dissolvedSince = 'The group has since been dissolved.';

test.each<[GroupIntent, GroupIntent, string]>([
  [joined, { act: 'add', id: pair, note_ids: [noteIdOf(6)] }, groupedSince],
  [joined, { act: 'dissolve', id: trio }, groupedSince],
  [{ act: 'dissolve', id: pair }, { ...joined, note_ids: [noteIdOf(2)] }, groupedSince],
  [
    { act: 'remove', id: trio, note_ids: [noteIdOf(3)] },
    { act: 'dissolve', id: trio },
    dissolvedSince,
  ],
  [named, { ...named, title: 'Theirs' }, 'Someone else has since renamed the group.'],
  [named, { act: 'dissolve', id: trio }, dissolvedSince],
  [moved, { ...moved, column_id: 'went_well' }, 'Someone else has since moved the group.'],
  [moved, { act: 'dissolve', id: trio }, dissolvedSince],
])('%o: a later change by %o stays', (mine, theirs, said) => {
  const scene = takeBack(mine, (board) => withCommand(board, commands.create(theirs)));
  expect(scene.said).toBe(said);
});

test.each([joined, { act: 'dissolve', id: trio } as const])(
  '%o is not taken back where a note has been deleted',
  (intent) => {
    const gone = [noteIdOf(3), noteIdOf(6)];
    const theirs = (board: Board) => ({
      ...board,
      notes: board.notes.filter(({ id }) => !gone.includes(id)),
    });
    expect(takeBack(intent, theirs).said).toBe('A note has since been deleted.');
  },
);

test('a group does not return to a removed column', () => {
  const theirs = (board: Board): Board => {
    const columns = board.meeting.columns.filter(({ id }) => id !== 'action');
    return { ...board, meeting: { ...board.meeting, columns } };
  };
  for (const intent of [moved, { act: 'dissolve', id: trio } as const]) {
    expect(takeBack(intent, theirs).said).toBe('Its column has since been removed.');
  }
});

test('a change without effect has no inverse', () => {
  const same: GroupIntent[] = [
    { act: 'add', id: trio, note_ids: [noteIdOf(3)] },
    { act: 'remove', id: trio, note_ids: [noteIdOf(6)] },
    { act: 'dissolve', id: fresh },
    { act: 'title', id: trio, title: 'Typed' },
    { act: 'move', id: trio, column_id: 'action' },
  ];
  for (const intent of same) expect(takeBack(intent).said).toBe('nothing to undo');
});
