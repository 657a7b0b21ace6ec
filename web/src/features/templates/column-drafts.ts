// The columns of a board while they are edited: a list that may be invalid for the moment.
import { type Column, type ColumnId, ColumnsInput } from '@wentwell/contract/columns';
import { limits } from '@wentwell/contract/limits';

/** Errors of the columns: `fields` by `fieldKey`, and `whole` for all of them together. */
export interface ColumnFaults {
  fields: ReadonlyMap<string, string>;
  whole: string | null;
}

export const noFaults: ColumnFaults = { fields: new Map(), whole: null };

export function fieldKey(id: ColumnId, field: string): string {
  return `${id}.${field}`;
}

/** Sorts faults by where they are; `loc` ends in the columns' own path: index and field. */
function faultsOf(
  columns: readonly Column[],
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): ColumnFaults {
  const fields = new Map<string, string>();
  let whole: string | null = null;
  for (const { path, message } of issues) {
    const [index, field] = path;
    const column = columns[Number(index)];
    if (column && typeof field === 'string') fields.set(fieldKey(column.id, field), message);
    else whole ??= message;
  }
  return { fields, whole };
}

/** By the rules that the server has too; null where nothing is wrong. */
export function findFaults(columns: readonly Column[]): ColumnFaults | null {
  const { error } = ColumnsInput.safeParse(columns);
  return error ? faultsOf(columns, error.issues) : null;
}

/** An id that no column of the board has, before or after the change: notes may lie under those of before. */
function freeId(taken: readonly Column[]): ColumnId {
  const ids = new Set(taken.map(({ id }) => id));
  let number = taken.length + 1;
  while (ids.has(`column_${number}`)) number += 1;
  return `column_${number}`;
}

/** `before` are those that the board has. */
export function withNewColumn(columns: readonly Column[], before: readonly Column[]): Column[] {
  if (columns.length >= limits.columnsMax) return [...columns];
  const id = freeId([...before, ...columns]);
  return [...columns, { id, title: '', prompt: '', tone: 'neutral', kind: 'notes' }];
}

export function withChanged(
  columns: readonly Column[],
  id: ColumnId,
  fields: Partial<Omit<Column, 'id'>>,
): Column[] {
  return columns.map((column) => (column.id === id ? { ...column, ...fields } : column));
}

/** Moves a column by one place; -1 is to the left. */
export function withMoved(columns: readonly Column[], id: ColumnId, by: -1 | 1): Column[] {
  const from = columns.findIndex((column) => column.id === id);
  const column = columns[from];
  const other = columns[from + by];
  if (!column || !other) return [...columns];
  return columns.map((each) => (each === column ? other : each === other ? column : each));
}
