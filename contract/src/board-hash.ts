// One short word for a whole board as somebody sees it, so that client and server can compare (live protocol S-38).
import { type BoardFields, hashedFields } from './board-features.ts';

/** The part of a board that must be the same on both sides once their `seq` is. */
export type HashedBoard = BoardFields;

// FNV-1a: finds mishaps, not forgeries; who lies about their own board only makes themselves fetch it again.
function fnv(text: string, start: number): string {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** 16 hex digits for a board as one person sees it. The order of its notes does not matter. */
export function boardHash(board: HashedBoard): string {
  const text = JSON.stringify(hashedFields(board));
  return fnv(text, 0x811c9dc5) + fnv(text, 0x9747b28c);
}
