import type { UserId } from '@wentwell/contract/ids';
import { createContext, type CSSProperties, use } from 'react';

/** The avatar's colour and initials, from an id and a name. */

type PersonStyle = CSSProperties & { '--person': string; '--person-text': string };

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

/** The names of the people on a page. A new function re-renders everything that shows one. */
export const PersonOfContext = createContext<PersonOf | null>(null);

export function usePersonOf(): PersonOf {
  const personOf = use(PersonOfContext);
  if (personOf === null) throw new Error('There are no names around this.');
  return personOf;
}
