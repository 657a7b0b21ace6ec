import { foldText } from '@wentwell/contract/text/letters';
import { and, type SQL, sql, type SQLWrapper } from 'drizzle-orm';

const furtherForms: Readonly<Record<string, readonly string[]>> = {
  i: ['i\u0307', 'İ', 'ı'],
  σ: ['ς'],
  ss: ['SS', 'Ss', 'sS', 'ß', 'ẞ'],
};

/** A pattern for letters that `foldText` makes equal. Lists both cases: `lower` is ASCII-only in locale C. */
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

const chars = (...codes: number[]): string => codes.map((code) => `chr(${code})`).join(' || ');

/** In locale C, PostgreSQL's parser takes these for letters: zero-width space ¡ « · » ¿ – — ― ‚ “ ” „ • ‹ › → 、 。 「 」 『 』 【 】 ・. */
const signs = [
  161, 171, 183, 187, 191, 8203, 8211, 8212, 8213, 8218, 8220, 8221, 8222, 8226, 8249, 8250, 8594,
  12289, 12290, 12300, 12301, 12302, 12303, 12304, 12305, 12539,
];

const ofLetters = {
  from: `'I' || ${chars(304, 305, 931, 962)}`,
  to: `'iii' || ${chars(963, 963)}`,
};
/** Also separates words at signs, slashes and tags, straightens ‐ ‘ ’, and drops soft hyphens. */
const ofWords = {
  from: `${ofLetters.from} || '/<>' || ${chars(...signs, 8208, 8216, 8217, 173)}`,
  to: `${ofLetters.to} || repeat(' ', ${3 + signs.length}) || '-' || repeat(chr(39), 2)`,
};

/**
 * Folded like `foldText`, except for the case of other letters. Must be immutable for indexes. `chr` tests the encoding and
 * names letters that other encodings lack.
 */
function lettersOf(text: SQLWrapper, { from, to } = ofLetters): SQL {
  const translated = sql`translate(normalize(${text}, nfkc), ${sql.raw(from)}, ${sql.raw(to)})`;
  const folded = sql`replace(replace(replace(${translated}, 'i' || chr(775), 'i'), chr(223), 'ss'), chr(7838), 'ss')`;
  return sql`case when octet_length(chr(233)) = 2 then ${folded} else ${text} end`;
}

/** The text as its words are indexed. */
export const wordsTextOf = (text: SQLWrapper): SQL => lettersOf(text, ofWords);

/** The words of a text, without language rules. Immutable, for indexes. */
export const wordsOf = (text: SQLWrapper): SQL => sql`to_tsvector('simple', ${wordsTextOf(text)})`;

/** For comparing whole texts. */
export const foldedText = (text: SQLWrapper): SQL => sql`lower(${lettersOf(text)})`;

/** Whether these words stand in the text, whole and adjacent. Only ignores case, for speed. */
export function hasWords(text: SQLWrapper, words: string): SQL {
  const adjacent = words.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const other = '[^[:alnum:]]';
  return sql`${text} ~* ${`(?:^|${other})${adjacent.join(`${other}+`)}(?:$|${other})`}`;
}

/**
 * False if these words certainly do not follow each other in the text. Costs less than `wordsOf`. True for signs that the
 * index may omit, such as protocols, and letters that it folds.
 */
export function mayHaveWords(text: SQLWrapper, words: string): SQL {
  if (!/^[ -~]*$/.test(words)) return sql`true`;
  const near = (words.match(/[a-z0-9]+/gi) ?? []).join('[^[:alnum:]]*');
  return sql`${text} ~* ${String.raw`[^\sa-z0-9.,;!?"()'-]|${near}`}`;
}

/** Substring search without wildcards. Undefined if `search` is empty. */
export function containsText(text: SQLWrapper, search: string): SQL | undefined {
  if (search === '') return undefined;
  // PostgreSQL can only normalize UTF-8, and `createdb` may choose another encoding.
  const normalized = sql`case getdatabaseencoding() when 'UTF8' then normalize(${text}, nfkc) else ${text} end`;
  return sql`${normalized} ~ ${patternOf(search)}`;
}

/**
 * The same, with the index of `among`, which must contain `text`. Only looks up ASCII trigrams, because `lower` ignores
 * other letters in locale C. A search without any scans all rows.
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
