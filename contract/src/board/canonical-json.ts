// One text for equal values, whatever the order of their keys, and a hash of it.
import type { BoardRecord } from './record.ts';

function sortKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Keys without a value count as absent, as they do in JSON. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? 'undefined';
}

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

export function hashRecord(record: BoardRecord): number {
  const known = hashes.get(record);
  if (known !== undefined) return known;
  const hash = hashText(canonicalJson(record));
  hashes.set(record, hash);
  return hash;
}
