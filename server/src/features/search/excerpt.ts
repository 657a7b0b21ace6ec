// Parses search terms and builds excerpts. `ts_headline` would miss words that match only after folding.
import type { SearchResult } from '@wentwell/contract/teams/search';
import { foldText } from '@wentwell/contract/text/letters';

export interface Term {
  text: string;
  /** Matches as a prefix. Otherwise the words match as a phrase. */
  isPrefix: boolean;
  /** Folded words that match, too. */
  forms?: readonly string[];
}

const word = /[\p{L}\p{N}\p{M}\u{ad}]+/gu;
/** Like the index, without soft hyphens. */
const fold = (text: string): string => foldText(text).replaceAll('\u{ad}', '');
const wordsMax = 30;
const wordsBefore = 6;
// Limits the work on the event loop: marking compares each term with each word.
const termsMarkedMax = 10;

export function termsOf(q: string): Term[] {
  return [...q.matchAll(/"([^"]+)"|(\S+)/g)].flatMap(([, phrase, single]) => {
    const text = phrase ?? single ?? '';
    if (!/[\p{L}\p{N}]/u.test(text)) return [];
    // Check both forms, because folding may add punctuation: “⑴” becomes “(1)”.
    const isWord = [text, foldText(text)].every((form) => /^[\p{L}\p{N}\p{M}]+$/u.test(form));
    return [{ text, isPrefix: phrase === undefined && isWord }];
  });
}

// Stems may lack or move an accent: Häuser and Haus, canciones and canción.
const accents = ['', '\u0300', '\u0301', '\u0302', '\u0303', '\u0308'];
const beginningMax = 4;

/** Possible beginnings of other forms of this word. Empty if it is short. */
export function beginningsOf({ text, isPrefix }: Term): string[] {
  const letters = [...foldText(text)];
  if (!isPrefix || letters.length < beginningMax) return [];
  const first = letters.slice(0, Math.min(beginningMax, letters.length - 1));
  const alike = first.flatMap((letter, at) =>
    accents
      .map((accent) => (letter.normalize('NFD').charAt(0) + accent).normalize('NFC'))
      // A Latin-1 database has no other letters.
      .filter((other) => other.length === 1 && (other <= 'ÿ' || letter > 'ÿ'))
      .map((other) => first.with(at, other).join('')),
  );
  return [...new Set([first.join(''), ...alike])];
}

/** Returns at most `wordsMax` words around the first match. */
export function excerptOf(text: string, terms: readonly Term[]): SearchResult['excerpt'] {
  const words = [...text.matchAll(word)].map(({ 0: part, index }) => ({
    part: fold(part),
    from: index,
    to: index + part.length,
  }));
  const hits = new Set<number>();
  const folded = new Map(terms.map((term) => [fold(term.text), term]));
  for (const [wanted, { isPrefix, forms = [] }] of [...folded].slice(0, termsMarkedMax)) {
    const parts = wanted.match(word) ?? [];
    const isAt = (at: number): boolean =>
      parts.every((part, next) => {
        const found = words[at + next]?.part;
        return isPrefix ? found?.startsWith(part) : found === part;
      });
    for (const [at, { part }] of words.entries()) {
      if (isAt(at) || forms.includes(part)) for (const next of parts.keys()) hits.add(at + next);
    }
  }
  const first = Math.min(
    Math.max(0, Math.min(...hits, words.length) - wordsBefore),
    Math.max(0, words.length - wordsMax),
  );
  const end = first + wordsMax;
  const last = end < words.length ? words[end - 1]?.to : text.length;
  const pieces: SearchResult['excerpt'] = [];
  let done = first === 0 ? 0 : (words[first]?.from ?? 0);
  for (const at of [...hits].filter((hit) => hit < end).toSorted((a, b) => a - b)) {
    const { from = 0, to = 0 } = words[at] ?? {};
    pieces.push(
      { text: text.slice(done, from), hit: false },
      { text: text.slice(from, to), hit: true },
    );
    done = to;
  }
  pieces.push({ text: text.slice(done, last), hit: false });
  return pieces.filter((piece) => piece.text !== '');
}
