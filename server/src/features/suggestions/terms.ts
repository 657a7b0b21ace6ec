// What is compared of a text: its words without those that say nothing, and of each its stem, themes and letters.
import { stopWords } from './stop-words.ts';
import { isJoinedWord, themesOf } from './themes.ts';

/** What a text is about stands in its first words; the limit bounds the work that a long one makes. */
const mostWords = 150;
const longestWord = 40;

function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, mostWords).map((word) => word.slice(0, longestWord));
}

/** "on call" and "on-call" are the word "oncall" where the themes have it. */
function joinKnownPairs(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? '';
    const pair = word + (words[place + 1] ?? '');
    const isPair = pair !== word && isJoinedWord(pair);
    joined.push(isPair ? pair : word);
    if (isPair) place += 1;
  }
  return joined;
}

/** In order; a text of nothing but stop words keeps them. */
export function contentWords(text: string): string[] {
  const words = joinKnownPairs(wordsOf(text));
  const content = words.filter((word) => word.length > 1 && !stopWords.has(word));
  return content.length > 0 ? content : words;
}

const suffix = /(?:ings?|ed|ers?|ly|ments?|en|ung|ungen)$/u;

/** Cuts common endings of English and German, so that "build" meets "builds" and "building". */
function stemOf(word: string): string {
  const singular = word
    .replace(/ies$/u, 'y')
    .replace(/sses$/u, 'ss')
    .replace(/(?<!s)s$/u, '');
  const ending = suffix.exec(word);
  const stem =
    ending && word.length - ending[0].length >= 4 ? word.slice(0, ending.index) : singular;
  return stem.replace(/(.)\1$/u, '$1').replace(/e$/u, '');
}

// Shorter words share their letters by chance.
const shortestForLetters = 5;

// Hashed, there are at most so many terms of letters, whatever people write.
const letterTerms = 1 << 16;

/** Every three letters of a word, its beginning and its end, as numbers. */
function lettersOf(word: string): number[] {
  if (word.length < shortestForLetters) return [];
  const padded = `_${word}_`;
  return Array.from({ length: padded.length - 2 }, (_, start) => {
    let hash = 0;
    for (const letter of padded.slice(start, start + 3)) {
      hash = (Math.imul(hash, 4099) + (letter.codePointAt(0) ?? 0)) >>> 0;
    }
    return hash % letterTerms;
  });
}

/** A stem or a theme, or the number of three letters. */
export type Term = string | number;

const [stemWeight, themeWeight, letterWeight] = [1, 1.5, 0.15];

/** The terms of a text with their weights, which depend on nothing else. Letters let the words of any language meet. */
export function termsOf(words: readonly string[]): Map<Term, number> {
  const terms = new Map<Term, number>();
  for (const word of words) {
    terms.set(`stem ${stemOf(word)}`, stemWeight);
    for (const theme of themesOf(word)) terms.set(`theme ${theme}`, themeWeight);
    for (const letters of lettersOf(word)) terms.set(letters, letterWeight);
  }
  return terms;
}
