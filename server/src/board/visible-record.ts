// A single record of the full board, as a caller sees it.
import type { BoardState } from '@wentwell/contract/board/board';
import {
  type BoardRecord,
  fieldsOf,
  type RecordType,
  viewRecord,
} from '@wentwell/contract/board/record';
import type { Viewer } from '@wentwell/contract/notes/author-keys';

/** The record as the caller sees it, without its type. Undefined if there is none or the caller may not see it. */
export function visibleRecord<R extends BoardRecord>(
  board: BoardState,
  { type, id }: { type: RecordType<R>; id: string },
  caller: Viewer,
): Omit<R, 'type'> | undefined {
  const record = board.get(type, id);
  const seen = record && viewRecord(type, record, caller);
  return seen ? fieldsOf(seen) : undefined;
}
