import type { CSSProperties } from 'react';

/** The avatar's colour and initials, from an id and a name. */

const colorCount = 12;

type PersonStyle = CSSProperties & { '--person': string; '--person-text': string };

/** The same id always has the same one of the theme's twelve colours. */
export function personColor(id: string): PersonStyle {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) | 0;
  // Consecutive ids differ only in their last bits; the hash spreads them over all colours.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  const index = ((hash ^ (hash >>> 16)) >>> 0) % colorCount;
  return { '--person': `var(--person-${index})`, '--person-text': `var(--person-${index}-text)` };
}

/** 'Ada Lovelace' → 'AL', 'ada@example.org' → 'AD', nothing → '?'. */
export function initialsOf(name: string): string {
  const words =
    name
      .split('@')[0]
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
