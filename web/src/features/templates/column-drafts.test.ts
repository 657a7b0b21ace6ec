import { type Column, defaultColumns } from '@wentwell/contract/notes/columns';
import { expect, it } from 'vitest';

import { fieldKey, findFaults, withChanged, withMoved, withNewColumn } from './column-drafts.ts';

const ids = (columns: readonly Column[]) => columns.map(({ id }) => id);

it('a new column has an unused id, also none of a column removed meanwhile', () => {
  let columns: Column[] = [...defaultColumns];
  for (let n = 0; n < 5; n += 1) columns = withNewColumn(columns, defaultColumns);
  expect(columns).toHaveLength(6);
  expect(new Set(ids(columns)).size).toBe(6);
  const [first] = withNewColumn([], columns);
  expect(ids(columns)).not.toContain(first?.id);
});

it('columns swap with their neighbour, and stay at the ends', () => {
  const moved = withMoved(defaultColumns, 'went_well', 1);
  expect(ids(moved)).toEqual(['to_improve', 'went_well', 'action']);
  expect(withMoved(moved, 'action', 1)).toEqual(moved);
  expect(withMoved(moved, 'to_improve', -1)).toEqual(moved);
});

it('a fault is reported at its field, or for all columns', () => {
  expect(findFaults(defaultColumns)).toBeNull();
  const untitled = withChanged(defaultColumns, 'to_improve', { title: ' ' });
  expect(findFaults(untitled)).toEqual({
    fields: new Map([[fieldKey('to_improve', 'title'), 'Please enter a title for the column.']]),
    whole: null,
  });
  const twice = withChanged(defaultColumns, 'went_well', { kind: 'actions' });
  expect(findFaults(twice)?.whole).toBe('Only one column can be for action items.');
  expect(findFaults([])?.whole).toBe('A board has 1 to 6 columns.');
});
