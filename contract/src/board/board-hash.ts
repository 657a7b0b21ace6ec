// A short hash of a board as one viewer sees it, to compare client and server (live protocol S-38).
import { actionType } from './actions.ts';
import { canonicalJson } from './canonical-json.ts';
import { checkInType } from './check-in.ts';
import type { BoardRecord } from './record.ts';

/** FNV-1a as an unsigned 32-bit number. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

// Caches hashes. Records are immutable, and most are shared by many boards.
const hashes = new WeakMap<BoardRecord, number>();

function hashRecord(record: BoardRecord): number {
  const known = hashes.get(record);
  if (known !== undefined) return known;
  const hash = hashText(canonicalJson(record));
  hashes.set(record, hash);
  return hash;
}

/** Excludes `meetings_seen`, which a counted retro increments without a board change. */
function withoutMeetingsSeen(record: BoardRecord): BoardRecord {
  if (record.type !== actionType.type) return record;
  const counted: BoardRecord & { meetings_seen?: undefined } = {
    ...record,
    meetings_seen: undefined,
  };
  return counted;
}

/** The order of records is irrelevant. Excludes check-in totals, which can change without a board change. */
export function boardHash(records: readonly BoardRecord[]): string {
  const hashed = records.filter(({ type }) => type !== checkInType.type).map(withoutMeetingsSeen);
  const sum = hashed.reduce((total, record) => (total + hashRecord(record)) >>> 0, 0);
  return `${hashed.length}-${sum.toString(16)}`;
}
