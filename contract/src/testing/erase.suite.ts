import type { RecordTypes } from '../board/board.ts';
import { type Change, createRemoval, merge } from '../board/change.ts';
import { keyOf, type RecordRef } from '../board/record.ts';

/** Turns each `put` of these records in a log entry into a removal, so that the log still replays to the board. */
export function erase(types: RecordTypes, change: Change, refs: readonly RecordRef[]): Change {
  const erasedKeys = new Set(refs.map(keyOf));
  const erased = change.put.filter((each) => erasedKeys.has(keyOf(each)));
  if (erased.length === 0) return change;
  const remove = erased.map((each) => createRemoval(types, each));
  return { cause: change.cause, ...merge(change, { put: [], remove }) };
}
