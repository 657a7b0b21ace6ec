// The columns of a board during editing; temporarily invalid.
import { limits } from '@wentwell/contract/limits';
import { type Column, type ColumnId, ColumnsInput } from '@wentwell/contract/notes/columns';

/** Faults: `fields` by `fieldKey`, and `whole` for all columns together. */
export interface ColumnFaults {
  fields: ReadonlyMap<string, string>;
  whole: string | null;
}

export const noFaults: ColumnFaults = { fields: new Map(), whole: null };

export function fieldKey(id: ColumnId, field: string): string {
  return `${id}.${field}`;
}

/** Sorts faults by place; `loc` ends in index and field. */
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

/** Applies the server's rules; null if valid. */
export function findFaults(columns: readonly Column[]): ColumnFaults | null {
  const { error } = ColumnsInput.safeParse(columns);
  return error ? faultsOf(columns, error.issues) : null;
}

/** An id that no column has before or after the change: notes may belong to earlier ones. */
function freeId(taken: readonly Column[]): ColumnId {
  const ids = new Set(taken.map(({ id }) => id));
  let number = taken.length + 1;
  while (ids.has(`column_${number}`)) number += 1;
  return `column_${number}`;
}

/** `before` are the board's columns. */
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

/** Moves a column by one place; -1 is left. */
export function withMoved(columns: readonly Column[], id: ColumnId, by: -1 | 1): Column[] {
  const from = columns.findIndex((column) => column.id === id);
  const column = columns[from];
  const other = columns[from + by];
  if (!column || !other) return [...columns];
  return columns.map((each) => (each === column ? other : each === other ? column : each));
}
