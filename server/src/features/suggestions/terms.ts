// Terms of a text, which are compared: its words without those that say nothing, and of each its stem, themes and
// letters.
import { isJoinedWord, themesOf } from './themes.ts';

// Words that say nothing about what a note is about, in English and German.
const stopWords: ReadonlySet<string> = new Set(
  `
a about above after again against all also always am an and any anything are as at be because been before being below
between both but by can could did do does doing down during each even every everybody everyone everything few finally
fine for from further get gets give go good got great had has have having he her here hers him his how i if in into is
it its itself just keep let like lot made make many maybe me more most much my need needs never no nobody none nor not
now of off on once only or other our out over own quite rather really same she should so some somebody something still
such than that the their them then there these they thing things this those through to today too under until up us very
was way we well went were what when where whether which while who whom why will with without would yet you your
aber alle alles als also am an andere auch auf aus bei beim bin bis da dabei damit dann das dass dem den denn der des die
dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines endlich er es etwas euch für
ganz gar gut haben hat hatte hatten hier ich ihr im immer in ins ist ja jede jeder jemand jetzt kann kein keine keinen
können könnte leider man mehr mein mich mir mit muss müssen nach nicht nichts nie niemand noch nun nur ob oder ohne schon
sehr sein seine seit sich sie sind so soll sollte sollten über um und uns unser unsere viel viele vielen vom von vor war
waren warum was weil weniger wenn wer werden wie wieder wir wird wo wurde wurden zu zum zur zwischen
`
    .trim()
    .split(/\s+/u),
);

/** A text says in its first words what it is about; the limit bounds the work that a long one makes. */
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
