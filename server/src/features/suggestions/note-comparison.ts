// Similarity from 0 to 1: 0.7 by stems, themes and letters, 0.3 by word vectors (docs/decisions/0016-similar-notes.md).
import { contentWords, type Term, termsOf } from './terms.ts';
import { dimensions, type WordVectors } from './word-vectors.ts';

const vectorShare = 0.3;
// Word vectors alone rate all praise as similar. Below this term similarity, the result is halved.
const fewTerms = 0.05;

/** A symmetric matrix of similarities by text index. */
export interface Similarities {
  readonly size: number;
  at(row: number, column: number): number;
}

/** A term's occurrences: text indices in ascending order, and the weight in each. */
interface Postings {
  texts: Int32Array;
  weights: Float32Array;
}

/** TF-IDF: rare terms weigh more, and each text's vector is normalized to length 1. */
function weighTerms(texts: readonly (readonly string[])[]): Postings[] {
  const found = new Map<Term, { weight: number; texts: number[] }>();
  for (const [text, words] of texts.entries()) {
    for (const [term, weight] of termsOf(words)) {
      const known = found.get(term);
      if (known) known.texts.push(text);
      else found.set(term, { weight, texts: [text] });
    }
  }
  const squares = new Float64Array(texts.length);
  const postings = [...found.values()].map(({ weight, texts: its }) => {
    const value = weight * Math.log(1 + texts.length / its.length);
    for (const text of its) squares[text] = (squares[text] ?? 0) + value ** 2;
    return { texts: Int32Array.from(its), weights: new Float32Array(its.length).fill(value) };
  });
  for (const { texts: its, weights } of postings) {
    for (const [place, text] of its.entries()) {
      weights[place] = (weights[place] ?? 0) / Math.sqrt(squares[text] ?? 1);
    }
  }
  return postings;
}

/** Cosine similarities of the first `rows` texts with all texts. Fills only the upper triangle. */
function compareTerms(texts: readonly (readonly string[])[], rows: number): Float32Array {
  const size = texts.length;
  const cosines = new Float32Array(rows * size);
  for (const { texts: its, weights } of weighTerms(texts)) {
    for (let place = 0; place < its.length && (its[place] ?? 0) < rows; place += 1) {
      const row = (its[place] ?? 0) * size;
      const weight = weights[place] ?? 0;
      for (let other = place + 1; other < its.length; other += 1) {
        const cell = row + (its[other] ?? 0);
        cosines[cell] = (cosines[cell] ?? 0) + weight * (weights[other] ?? 0);
      }
    }
  }
  return cosines;
}

// Smooth inverse frequency: a word of frequency p weighs a / (a + p). The frequency is estimated from its rank.
const smoothing = 1e-3;

function vectorOf(words: readonly string[], { rankOf, vectors }: WordVectors): Float32Array | null {
  const sum = new Float32Array(dimensions);
  let isKnown = false;
  for (const word of words) {
    const rank = rankOf(word);
    if (rank === undefined) continue;
    isKnown = true;
    const weight = smoothing / (smoothing + 1 / (rank + 10));
    for (let place = 0; place < dimensions; place += 1) {
      sum[place] = (sum[place] ?? 0) + weight * (vectors[rank * dimensions + place] ?? 0);
    }
  }
  const length = Math.hypot(...sum);
  return isKnown && length > 0 ? sum.map((value) => value / length) : null;
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < dimensions; place += 1) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}

/** Compares the first `rows` texts with all texts. */
export function compareTexts(
  texts: readonly string[],
  wordVectors: WordVectors,
  rows = texts.length,
): Similarities {
  const size = texts.length;
  const words = texts.map(contentWords);
  const shared = compareTerms(words, rows);
  const meanings = words.map((its) => vectorOf(its, wordVectors));

  /** Uses only terms if a text has no known word, as in most other languages. */
  function similarity(row: number, column: number): number {
    const terms = Math.min(1, shared[row * size + column] ?? 0);
    const [a, b] = [meanings[row], meanings[column]];
    if (!a || !b) return terms;
    const meaning = Math.max(0, Math.min(1, product(a, b)));
    const both = (1 - vectorShare) * terms + vectorShare * meaning;
    return terms < fewTerms ? both / 2 : both;
  }

  return {
    size,
    at: (a, b) => (a === b ? 1 : similarity(Math.min(a, b), Math.max(a, b))),
  };
}
