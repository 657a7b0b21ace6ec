import type { Board } from '@wentwell/contract/board';
import type { Group } from '@wentwell/contract/groups';
import { GroupId, MeetingId } from '@wentwell/contract/ids';
import { makeGroup } from '@wentwell/contract/testing/notes';
import { describe, expect, test } from 'vitest';

import type { Command } from '#web/live/command';
import { makeBoard, makeMeeting, makeNote, noteIdOf } from '#web/live/testing/fake-board-server';

import { groupCommands } from './group-commands.ts';
import type { GroupIntent } from './group-intents.ts';
import { rejoining } from './group-inverses.ts';

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

/** What people see of it. A title that is suggested comes from the server. */
function seen({ notes, groups }: Board): unknown {
  const titleOf = ({ title, title_is_custom }: Group) => (title_is_custom ? title : null);
  return {
    notes: notes.map(({ id, group_id }) => `${id} ${group_id}`),
    groups: groups.map((group) => [group.id, titleOf(group), group.column_id, group.note_ids]),
  };
}

function inverseOf(command: Command, before: Board) {
  const inverse = command.inverse?.(before);
  if (!inverse) throw new Error('there is no inverse');
  return inverse;
}

function commandOf(result: ReturnType<ReturnType<typeof inverseOf>['command']>): Command {
  if ('conflict' in result) throw new Error(result.conflict);
  return result;
}

describe.each(cases)('$name', ({ intent }) => {
  const before = startingBoard();
  const done = commands.create(intent);
  const after = done.optimisticUpdate(before);

  test('is taken back by one command, and done again by another', () => {
    expect(seen(after)).not.toEqual(seen(before));
    const undo = commandOf(inverseOf(done, before).command(after));
    const undone = undo.optimisticUpdate?.(after) ?? after;
    expect(seen(undone)).toEqual(seen(before));
    const redo = commandOf(inverseOf(undo, after).command(undone));
    expect(seen(redo.optimisticUpdate?.(undone) ?? undone)).toEqual(seen(after));
  });

  test('is not taken back in a phase that does not group', () => {
    const now = { ...after, meeting: makeMeeting({ phase: 'voting' }) };
    expect(inverseOf(done, before).command(now)).toEqual({
      conflict: 'Notes can only be grouped during Grouping or Discussing.',
    });
  });

  test('leaves one group for each note, and two notes for each group', () => {
    for (const { id, note_ids } of after.groups) {
      const its = after.notes.filter(({ group_id }) => group_id === id).map((note) => note.id);
      expect(note_ids).toEqual(its);
      expect(its.length).toBeGreaterThanOrEqual(2);
    }
    const ids = new Set(after.groups.map(({ id }) => id));
    for (const { group_id } of after.notes)
      expect(group_id === null || ids.has(group_id)).toBe(true);
  });
});

describe('what somebody else has changed since stays', () => {
  const before = startingBoard();
  const joined = commands.create({ act: 'add', id: trio, note_ids: [noteIdOf(6)] });
  const after = joined.optimisticUpdate(before);

  const theirs: Record<string, GroupIntent> = {
    'the note has been taken into another group': { act: 'add', id: pair, note_ids: [noteIdOf(6)] },
    'the group has been dissolved': { act: 'dissolve', id: trio },
  };
  test.each(Object.entries(theirs))('%s', (_name, intent) => {
    const now = commands.create(intent).optimisticUpdate(after);
    expect(inverseOf(joined, before).command(now)).toEqual({
      conflict: 'Somebody else has grouped these notes otherwise since.',
    });
  });

  test('a note has been deleted', () => {
    const now = { ...after, notes: after.notes.filter(({ id }) => id !== noteIdOf(6)) };
    expect(inverseOf(joined, before).command(now)).toEqual({
      conflict: 'A note has been deleted since.',
    });
  });

  test('the group has another title', () => {
    const mine = commands.create({ act: 'title', id: trio, title: 'Mine' });
    const renamed = mine.optimisticUpdate(before);
    const again = commands.create({ act: 'title', id: trio, title: 'Theirs' });
    expect(inverseOf(mine, before).command(again.optimisticUpdate(renamed))).toEqual({
      conflict: 'Somebody else has renamed the group since.',
    });
  });
});

test('what changes nothing has no inverse', () => {
  const before = startingBoard();
  const same: GroupIntent[] = [
    { act: 'add', id: trio, note_ids: [noteIdOf(3)] },
    { act: 'remove', id: trio, note_ids: [noteIdOf(6)] },
    { act: 'dissolve', id: fresh },
    { act: 'title', id: trio, title: 'Typed' },
    { act: 'move', id: trio, column_id: 'action' },
  ];
  for (const intent of same) expect(commands.create(intent).inverse?.(before)).toBeNull();
});

describe('a note that left its group by being moved to another column', () => {
  const before = startingBoard();
  const leave = (group: GroupId, digit: number) =>
    commands.create({ act: 'remove', id: group, note_ids: [noteIdOf(digit)] });
  const rejoin = (digit: number) => {
    const note = before.notes.find(({ id }) => id === noteIdOf(digit));
    return note ? rejoining(note, before, commands.create) : null;
  };

  test.each([
    ['a group that is still there', trio, 3],
    ['a group that is gone', pair, 1],
  ])('comes back to %s', (_name, group, digit) => {
    const after = leave(group, digit).optimisticUpdate(before);
    const back = rejoin(digit)?.(after);
    expect(back && seen(commandOf(back).optimisticUpdate?.(after) ?? after)).toEqual(seen(before));
  });

  test('stands alone where it stood alone', () => {
    expect(rejoin(6)).toBeNull();
  });
});
