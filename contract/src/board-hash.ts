// One short word for a whole board as somebody sees it, so that client and server can compare (live protocol S-38).
import { actionType } from './board/actions.ts';
import { canonicalJson } from './board/canonical-json.ts';
import { checkInType } from './board/check-in.ts';
import type { BoardRecord } from './board/record.ts';

/** FNV-1a, an unsigned 32-bit number. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

// Records are immutable, and most of them outlive many boards.
const hashes = new WeakMap<BoardRecord, number>();

function hashRecord(record: BoardRecord): number {
  const known = hashes.get(record);
  if (known !== undefined) return known;
  const hash = hashText(canonicalJson(record));
  hashes.set(record, hash);
  return hash;
}

/** The end of a retro counts on in the action items of a board without a change of it. */
function withoutCount(record: BoardRecord): BoardRecord {
  if (record.type !== actionType.type) return record;
  const counted: BoardRecord & { meetings_seen?: undefined } = {
    ...record,
    meetings_seen: undefined,
  };
  return counted;
}

/** The order of the records does not matter. Scores are shown some time after the meeting, without a change. */
export function boardHash(records: readonly BoardRecord[]): string {
  const hashed = records.filter(({ type }) => type !== checkInType.type).map(withoutCount);
  const sum = hashed.reduce((total, record) => (total + hashRecord(record)) >>> 0, 0);
  return `${hashed.length}-${sum.toString(16)}`;
}
