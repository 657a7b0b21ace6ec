// Suggests a group's title: the words that most of its notes share (docs/retro.md R-94).
import { limits } from '../limits.ts';
import { foldText, isBlank } from '../text/letters.ts';
import { bidiControl, notOneLine } from '../text/text.ts';

const titleWordsMax = 3;
const fallbackWordsMax = 5;
// Notes state their subject at the beginning, and the board is locked during this. With many notes, less of each is
// read.
const charactersRead = 400;
const charactersReadInAll = 40_000;

const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;

// Words without a subject, in English and German.
const stopWords = new Set(
  `a about after again all also always am an and any are as at be because been before being but by can cannot could
  day days did do does doing done don't down each even every few for from get gets getting go goes going good got had has have
  having he her here him his how i i'm if in into is isn't it it's its just less like lot made make makes many me more
  most much my need needs never new no not now of off often on one only or other our out over really she should since so
  some still such than that that's the their them then there these they this those through to too under until up us
  very was wasn't we we're week weeks went were what when where which while who why will with without won't would yet you your
  aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist da damit dann das
  dass dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
  einer eines er es etwas euch euer für gab gegen gut habe haben hat hatte hatten hier ich ihm ihn ihr ihre ihren im
  immer in ins ist ja jede jedem jeden jeder jedes kann kein keine keinen können machen man mehr mein mit muss müssen
  nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine sich sie sind so sollte sollten über um und uns
  unser unsere unter viel viele vom von vor war waren warum was weil weiter wenn wer werden wie wieder wir wird wo
  wurde wurden zu zum zur zwischen`.split(/\s+/),
);

interface SharedWord {
  noteCount: number;
  /** The number of occurrences of each spelling. */
  spellings: Map<string, number>;
}

const folded = (word: string): string => foldText(word).replaceAll('’', "'");

/** One key for all spellings of a word: ignores case, apostrophes and a plural s. */
function keyOf(word: string): string {
  const lower = folded(word).replace(/'s$/, '');
  return lower.length > 3 && /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower;
}

function isMeaningful(word: string): boolean {
  return !stopWords.has(folded(word)) && !/^\p{N}+$|^.$/u.test(word);
}

function wordsOf(text: string, characters = charactersRead): string[] {
  return text.slice(0, characters).toWellFormed().normalize('NFC').match(words) ?? [];
}

/** Maps word keys to counts, in the order of first occurrence. */
function countWords(texts: readonly string[]): Map<string, SharedWord> {
  const counted = new Map<string, SharedWord>();
  const characters = Math.min(charactersRead, Math.floor(charactersReadInAll / texts.length));
  for (const text of texts) {
    const seen = new Set<string>();
    for (const word of wordsOf(text, characters)) {
      const key = keyOf(word);
      const known = counted.get(key) ?? { noteCount: 0, spellings: new Map<string, number>() };
      known.spellings.set(word, (known.spellings.get(word) ?? 0) + 1);
      if (!seen.has(key)) known.noteCount += 1;
      seen.add(key);
      counted.set(key, known);
    }
  }
  return counted;
}

/** The most frequent spelling. On a tie the lower-case one, because a capital may only start a sentence. */
function commonSpelling({ spellings }: SharedWord): string {
  const rank = ([word, count]: [string, number]) => count + (word === word.toLowerCase() ? 0.5 : 0);
  return [...spellings].toSorted((a, b) => rank(b) - rank(a))[0]?.[0] ?? '';
}

/** The words that at least two notes share, unless another word occurs in twice as many. */
function sharedWords(texts: readonly string[]): string[] {
  const shared = [...countWords(texts).values()].filter(
    (word) => word.noteCount >= 2 && isMeaningful(commonSpelling(word)),
  );
  const most = Math.max(0, ...shared.map(({ noteCount }) => noteCount));
  const chosen = shared
    .filter(({ noteCount }) => noteCount * 2 > most)
    .toSorted((a, b) => b.noteCount - a.noteCount)
    .slice(0, titleWordsMax);
  return shared.filter((word) => chosen.includes(word)).map(commonSpelling);
}

/** The word that occurs in every list and in the most texts. Null if fewer than `fewest` texts share a word. */
export function recurringWord(lists: readonly (readonly string[])[], fewest: number) {
  const counts = lists.map(countWords);
  const [first, ...others] = counts;
  let found: { word: string; texts: number } | null = null;
  for (const [key, shared] of first ?? []) {
    const all = [shared, ...others.flatMap((counted) => counted.get(key) ?? [])];
    const texts = all.reduce((sum, { noteCount }) => sum + noteCount, 0);
    const word = commonSpelling(shared);
    if (all.length < lists.length || texts < fewest || !isMeaningful(word)) continue;
    if (!found || texts > found.texts) found = { word, texts };
  }
  return found;
}

/** Only the beginning of each text counts, because a year has thousands of texts. */
export const charactersOfTheme = 120;

/**
 * Groups texts by a shared word. Each group has at least `fewest` texts and is accepted by `recurs`. Returns at most
 * `most` lists of indexes, largest first. Each text is in at most one.
 */
export function recurringThemes(
  texts: readonly string[],
  themes: { fewest: number; most: number; recurs: (places: readonly number[]) => boolean },
): number[][] {
  const { fewest, most, recurs } = themes;
  const remaining = new Map(
    texts.map((text, at) => [
      at,
      new Set(wordsOf(text, charactersOfTheme).filter(isMeaningful).map(keyOf)),
    ]),
  );
  const found: number[][] = [];
  while (found.length < most) {
    const places = new Map<string, number[]>();
    for (const [at, keys] of remaining) {
      for (const key of keys) {
        const known = places.get(key);
        if (known) known.push(at);
        else places.set(key, [at]);
      }
    }
    const [largest] = [...places.values()]
      .filter((its) => its.length >= fewest && recurs(its))
      .toSorted((a, b) => b.length - a.length);
    if (!largest) break;
    found.push(largest);
    for (const at of largest) remaining.delete(at);
  }
  return found;
}

export function hasWord(text: string, word: string): boolean {
  return wordsOf(text).some((each) => keyOf(each) === keyOf(word));
}

// Created lazily: creation blocks a phone for about 30 ms, and most pages never shorten a text.
let graphemes: Intl.Segmenter | undefined;

/** Truncates without splitting a grapheme. */
function shorten(text: string, max: number): string {
  let kept = '';
  graphemes ??= new Intl.Segmenter('en');
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > max) break;
    kept += segment;
  }
  return kept.trim();
}

export function capitalize(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

function firstWords(text: string): string {
  const found = wordsOf(text).slice(0, fallbackWordsMax);
  // A title must not end with a stop word, as in "Release notes were read by".
  const last = found.findLastIndex(isMeaningful);
  if (found.length > 0) return (last < 0 ? found : found.slice(0, last + 1)).join(' ');
  // The text has only symbols, such as an emoji.
  return [...text.toWellFormed()]
    .filter((sign) => !bidiControl.test(sign) && !notOneLine.test(sign))
    .join('')
    .trim();
}

function asTitle(words: string): string {
  const title = shorten(capitalize(words), limits.groupTitleMax);
  return isBlank(title) ? 'Group' : title;
}

/** Whether a group without shared words has its title from this text. */
export function isTitleOf(text: string, title: string): boolean {
  return asTitle(firstWords(text)) === title;
}

/** Without shared words, the first words of the text that gave the `current` title, or else of the first text. */
export function suggestTitle(texts: readonly string[], current = ''): string {
  const shared = sharedWords(texts);
  if (shared.length > 0) return asTitle(shared.join(' '));
  return asTitle(firstWords(texts.find((text) => isTitleOf(text, current)) ?? texts[0] ?? ''));
}
