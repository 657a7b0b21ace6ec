import type { UserId } from '@wentwell/contract/ids';
import type { CSSProperties } from 'react';

/** The avatar's colour and initials, from an id and a name. */

const colorCount = 12;

type PersonStyle = CSSProperties & { '--person': string; '--person-text': string };

/** Distinct colours for up to twelve people. Appending an id changes no other colour. */
export function assignColors(ids: readonly string[]): ReadonlyMap<string, number> {
  const colors = new Map<string, number>();
  let left = new Set<number>();
  for (const id of ids) {
    if (colors.has(id)) continue;
    if (left.size === 0) left = new Set(Array(colorCount).keys());
    let color = ownColor(id);
    while (!left.delete(color)) color = (color + 1) % colorCount;
    colors.set(id, color);
  }
  return colors;
}

/** The colour of a person outside such a list; always the same for one id. */
export function ownColor(id: string): number {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) | 0;
  // Consecutive ids differ only in their last bits; the hash spreads them over all colours.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0) % colorCount;
}

export function personColor(index: number): PersonStyle {
  const own = `var(--person-${index}`;
  return { '--person': `${own})`, '--person-text': `${own}-text,var(--on-person))` };
}

/** 'Ada Lovelace' → 'AL', 'ada@example.org' → 'AD', nothing → '?'. */
export function initialsOf(name: string): string {
  const words =
    name
      .split(/@| \(/)[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return '?';
  const letters =
    words.length > 1
      ? [...first].slice(0, 1).concat([...last].slice(0, 1))
      : [...first].slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}

export type Person = { id: string; name: string };

/** Resolves an account, or a person of an imported meeting, who has only a name. */
export type PersonOf = (userId: UserId | null, importedName?: string) => Person;
