// Jobs of the comparison worker thread. Keep imports light, because the thread starts on demand.
import type { NoteId } from '@wentwell/contract/ids';
import type { ColumnId } from '@wentwell/contract/notes/columns';

import { type Term, contentWords, termsOf } from './terms.ts';
import { type WordVectors, dimensions } from './word-vectors.ts';

// Similarity from 0 to 1: 0.7 by stems, themes and letters, 0.3 by word vectors (docs/decisions/0016-similar-notes.md).
const vectorShare = 0.3;
// Word vectors alone rate all praise as similar. Below this term similarity, the result is halved.
const fewTerms = 0.05;

/** A symmetric matrix of similarities by text index. */
interface Similarities {
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
function compareTexts(
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

// Agglomerative clustering with average linkage: merges the closest pair until none reaches the threshold.
interface Cluster {
  /** Two or more text indices, ascending. */
  members: number[];
  /** Mean similarity of all pairs. */
  similarity: number;
}

function meanSimilarity(members: readonly number[], similarities: Similarities): number {
  const pairs = members.flatMap((a, index) =>
    members.slice(index + 1).map((b) => similarities.at(a, b)),
  );
  return pairs.reduce((sum, each) => sum + each, 0) / pairs.length;
}

/** Clusters are disjoint, largest first, then by similarity. */
function findClusters(similarities: Similarities, threshold: number): Cluster[] {
  const { size } = similarities;
  const matrix = new Float32Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = row + 1; column < size; column += 1) {
      const value = similarities.at(row, column);
      matrix[row * size + column] = value;
      matrix[column * size + row] = value;
    }
  }
  const members = new Map(Array.from({ length: size }, (_, place) => [place, [place]]));
  const nearest = new Map<number, { other: number; value: number }>();

  function findNearest(row: number): void {
    let best = { other: -1, value: -1 };
    for (const other of members.keys()) {
      const value = matrix[row * size + other] ?? 0;
      if (other !== row && value > best.value) best = { other, value };
    }
    nearest.set(row, best);
  }

  /** Merges `b` into `a`. Similarities to `a` become the means over all pairs. */
  function merge(a: number, b: number): void {
    const [own, added] = [members.get(a) ?? [], members.get(b) ?? []];
    members.delete(b);
    nearest.delete(b);
    for (const other of members.keys()) {
      if (other === a) continue;
      const sum =
        own.length * (matrix[a * size + other] ?? 0) +
        added.length * (matrix[b * size + other] ?? 0);
      const mean = sum / (own.length + added.length);
      matrix[a * size + other] = mean;
      matrix[other * size + a] = mean;
    }
    members.set(a, [...own, ...added]);
    findNearest(a);
    for (const [row, { other, value }] of nearest) {
      if (row === a || (other !== a && other !== b)) continue;
      const toMerged = matrix[row * size + a] ?? 0;
      // The old nearest was `a` or `b`, so the merged cluster is still the nearest.
      if (toMerged >= value) nearest.set(row, { other: a, value: toMerged });
      else findNearest(row);
    }
  }

  for (const row of members.keys()) findNearest(row);
  for (;;) {
    let [from, best] = [-1, { other: -1, value: threshold }];
    for (const [row, each] of nearest) {
      if (each.value > best.value) [from, best] = [row, each];
    }
    if (best.other === -1) break;
    merge(Math.min(from, best.other), Math.max(from, best.other));
  }
  return [...members.values()]
    .filter((its) => its.length >= 2)
    .map((its) => its.toSorted((a, b) => a - b))
    .map((its) => ({ members: its, similarity: meanSimilarity(its, similarities) }))
    .toSorted((a, b) => b.members.length - a.members.length || b.similarity - a.similarity);
}

export interface NoteText {
  id: NoteId;
  text: string;
}

/** Finds groups among all notes, ranks notes by similarity to `noteId`, or matches notes to each text. */
export type ComparisonJob =
  | { kind: 'matches'; notes: readonly NoteText[]; texts: readonly string[] }
  | { kind: 'groups'; notes: readonly (NoteText & { column: ColumnId })[] }
  | { kind: 'similar'; notes: readonly NoteText[]; noteId: NoteId };

/** A group, the matches of one text, or one similar note. `similarity` is from 0 to 1; for matches, the highest. */
export interface ScoredNotes {
  noteIds: NoteId[];
  similarity: number;
}

// Tuned on boards with known themes (docs/decisions/0016-similar-notes.md).
const groupThreshold = 0.16;
// Lower, because a ranked list may end with doubtful notes, while a group may not contain any.
const similarThreshold = 0.1;
const similarMax = 20;

/** Groups: largest first. Similar notes: most similar first. Matches: in the order of the texts. */
export function runJob(job: ComparisonJob, vectors: WordVectors): ScoredNotes[] {
  const { notes } = job;
  if (job.kind === 'matches') {
    const { texts } = job;
    const all = [...texts, ...notes.map(({ text }) => text)];
    const alike = compareTexts(all, vectors, texts.length);
    return texts.map((_, row) => {
      const found = notes
        .map(({ id }, place) => ({ id, similarity: alike.at(row, texts.length + place) }))
        .filter(({ similarity }) => similarity >= groupThreshold);
      return {
        noteIds: found.map(({ id }) => id),
        similarity: Math.max(0, ...found.map(({ similarity }) => similarity)),
      };
    });
  }
  const similarities = compareTexts(
    notes.map(({ text }) => text),
    vectors,
  );
  if (job.kind === 'groups') {
    // Praise and complaints share words, so a group never crosses columns.
    const withinColumns = {
      ...similarities,
      at: (a: number, b: number) =>
        job.notes[a]?.column === job.notes[b]?.column ? similarities.at(a, b) : -1,
    };
    return findClusters(withinColumns, groupThreshold).map(({ members, similarity }) => ({
      noteIds: members.flatMap((place) => notes[place]?.id ?? []),
      similarity,
    }));
  }
  const own = notes.findIndex(({ id }) => id === job.noteId);
  return notes
    .map(({ id }, place) => ({ id, similarity: similarities.at(own, place) }))
    .filter(({ id, similarity }) => id !== job.noteId && similarity >= similarThreshold)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, similarMax)
    .map(({ id, similarity }) => ({ noteIds: [id], similarity }));
}
