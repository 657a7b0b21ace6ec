import type { CSSProperties } from 'react';

/** How a person looks when all we know is an id and a name. */

const colorCount = 8;

type PersonStyle = CSSProperties & { '--person': string; '--person-text': string };

/** The same id gives the same one of the theme's eight colours, everywhere. */
export function personColor(id: string): PersonStyle {
  let hash = 0;
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) | 0;
  // Ids made one after the other differ in their last bits only; this spreads them over all.
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
