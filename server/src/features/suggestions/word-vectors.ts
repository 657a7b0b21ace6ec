// Word vectors (docs/decisions/0016-similar-notes.md): 40,000 words of GloVe, written by tools/word-vectors.ts.
import { readFileSync } from 'node:fs';

export const dimensions = 100;

export interface WordVectors {
  /** The word's frequency rank. Undefined for unknown words. */
  rankOf(word: string): number | undefined;
  /** One vector of `dimensions` numbers per word, in rank order. All vectors have the same length. */
  readonly vectors: Int8Array;
}

/** Reads 4.3 MB on every call. */
export function loadWordVectors(): WordVectors {
  const words = readFileSync(new URL('word-vectors/words.txt', import.meta.url), 'utf8');
  const { buffer, byteOffset, length } = readFileSync(
    new URL('word-vectors/vectors.i8', import.meta.url),
  );
  const ranks = new Map(
    words
      .trimEnd()
      .split('\n')
      .map((word, rank) => [word, rank]),
  );
  return {
    // The list usually has only one form of a word.
    rankOf: (word) => ranks.get(word) ?? ranks.get(word.replace(/s$/u, '')),
    vectors: new Int8Array(buffer, byteOffset, length),
  };
}
