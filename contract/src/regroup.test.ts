import { expect, test } from 'vitest';

import type { Group } from './groups.ts';
import { regroup } from './regroup.ts';
import { makeGroup, makeNote } from './testing/notes.ts';

const [a, b, c, d, e] = [makeNote(), makeNote(), makeNote(), makeNote(), makeNote()];

function groupOf(...members: (typeof a)[]): Group {
  return makeGroup({ note_ids: members.map(({ id }) => id) });
}
const two = groupOf(a, b);
const three = groupOf(c, d, e);
const board = {
  notes: [a, b, c, d, e].map((note) => ({
    ...note,
    group_id: two.note_ids.includes(note.id) ? two.id : three.id,
  })),
  groups: [two, three],
};

test('R-92: a note that joins a group leaves its own, which is gone with the last but one', () => {
  const after = regroup(board, [b.id], three.id);
  expect(after.groups).toEqual([{ ...three, note_ids: [b.id, c.id, d.id, e.id] }]);
  expect(after.notes.map(({ group_id }) => group_id)).toEqual([
    null,
    three.id,
    three.id,
    three.id,
    three.id,
  ]);
});

test('R-92: a note that leaves stands alone, and what it leaves stays while two are left', () => {
  const after = regroup(board, [c.id], null);
  expect(after.groups).toEqual([two, { ...three, note_ids: [d.id, e.id] }]);
  expect(after.groups[0]).toBe(two);
  expect(after.notes.map((note, at) => note === board.notes[at])).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
});

test('a note that is not there any more makes its group smaller', () => {
  const { groups, notes } = regroup({ ...board, notes: board.notes.slice(1) }, [], null);
  expect(groups).toEqual([three]);
  expect(notes[0]?.group_id).toBeNull();
});
