// Word vectors (docs/decisions/0016-similar-notes.md): 40,000 words of GloVe, written by tools/word-vectors.ts.
import { readFileSync } from 'node:fs';

export const dimensions = 100;

export interface WordVectors {
  /** The number of a word, by how common it is; undefined for one that is not known. */
  rankOf(word: string): number | undefined;
  /** A vector a word, `dimensions` numbers each, in the order of the ranks; their length is that of every vector. */
  readonly vectors: Int8Array;
}

/** Reads 4.3 MB; every call reads anew. */
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
    // The list has most words in one form alone.
    rankOf: (word) => ranks.get(word) ?? ranks.get(word.replace(/s$/u, '')),
    vectors: new Int8Array(buffer, byteOffset, length),
  };
}
