import { type Column, type ColumnId, findColumn, resolveColumn } from '@wentwell/contract/columns';

/** The same column where it is for notes, and otherwise the first that is: action items are not carried over. */
export function columnForCarried(columns: readonly Column[], from: ColumnId): ColumnId {
  const isForNotes = findColumn(columns, from)?.kind === 'notes';
  return resolveColumn(columns, isForNotes ? from : '');
}
