import { foldText } from '@wentwell/contract/letters';
import { and, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

const furtherForms: Readonly<Record<string, readonly string[]>> = {
  i: ['i\u0307', 'İ', 'ı'],
  σ: ['ς'],
  ss: ['SS', 'Ss', 'sS', 'ß', 'ẞ'],
};

/** Matches the letters that `foldText` makes equal. Spells out both cases: `lower` is ASCII-only in locale C. */
function patternOf(search: string): string {
  const letters = foldText(search).match(/ss|./gsu) ?? [];
  return letters.map(patternOfLetter).join('');
}

function patternOfLetter(letter: string): string {
  if (/^[!-/:-@[-`{-~]$/.test(letter)) return `\\${letter}`;
  const upper = letter.toUpperCase();
  const forms = [
    letter,
    ...(furtherForms[letter] ?? []),
    ...([...upper].length === 1 ? [upper] : []),
  ];
  return `(?:${forms.join('|')})`;
}

/**
 * The words of a text as `foldText` writes them, without the rules of any language. Indexes hold them, so that every part is
 * immutable: `chr` tells the encoding, and names letters that other encodings lack. `to_tsvector` lowers the other letters.
 */
export function wordsOf(text: SQLWrapper): SQL {
  const letters = sql`'I' || chr(304) || chr(305) || chr(931) || chr(962), 'iii' || chr(963) || chr(963)`;
  const folded = sql`replace(replace(replace(translate(normalize(${text}, nfkc), ${letters}), 'i' || chr(775), 'i'), chr(223), 'ss'), chr(7838), 'ss')`;
  return sql`to_tsvector('simple', case when octet_length(chr(233)) = 2 then ${folded} else ${text} end)`;
}

/** Undefined where nothing is searched for. It compares plain text: no character of the search is a wildcard. */
export function containsText(text: SQLWrapper, search: string): SQL | undefined {
  if (search === '') return undefined;
  // PostgreSQL normalizes in databases of this encoding alone, and `createdb` may choose another.
  const normalized = sql`case getdatabaseencoding() when 'UTF8' then normalize(${text}, nfkc) else ${text} end`;
  return sql`${normalized} ~ ${patternOf(search)}`;
}

/**
 * The same, found by the index of `among`, which holds `text`. Only groups of ASCII are looked up: `lower` leaves other
 * letters as they are in locale C. A search without any reads all.
 */
export function containsIndexed(text: SQLWrapper, search: string, among = text): SQL | undefined {
  const groups = new Set(
    [...foldText(search).matchAll(/(?=([ -~]{3}))/g)].map(([, group]) => group),
  );
  const isCandidate = sql`search_grams(${among}) @> ${sql.param([...groups])}::text[]`;
  return and(groups.size > 0 ? isCandidate : undefined, containsText(text, search));
}

export function containsEveryWord(text: SQLWrapper, search: string): SQL | undefined {
  const words = new Set(search.split(/\s+/).filter(Boolean));
  return and(...[...words].map((word) => containsText(text, word)));
}
