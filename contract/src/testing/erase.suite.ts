import type { RecordTypes } from '../board/board.ts';
import { type Change, merge } from '../board/change.ts';
import { keyOf, type RecordRef } from '../board/record.ts';

/** Turns each `put` of these records in a log entry into a removal, so that the log still replays to the board. */
export function erase(
  recordTypes: RecordTypes,
  change: Change,
  refs: readonly RecordRef[],
): Change {
  const erasedKeys = new Set(refs.map(keyOf));
  const erased = change.put.filter((each) => erasedKeys.has(keyOf(each)));
  if (erased.length === 0) return change;
  // A removal would keep its owner, and with it the author.
  const remove = erased.map(({ type, id }) => ({ type, id }));
  const announced = remove.filter((ref) => !recordTypes.of(ref).isErasedSilently);
  const put = change.put.filter((each) => !erasedKeys.has(keyOf(each)));
  return { cause: change.cause, ...merge({ ...change, put }, { put: [], remove: announced }) };
}
