// Which texts belong together: average linkage, the nearest two first, until nothing is near enough.
import type { Similarities } from './note-comparison.ts';

export interface Cluster {
  /** Two places or more, in order. */
  members: number[];
  /** The mean of its pairs. */
  similarity: number;
}

function meanSimilarity(members: readonly number[], similarities: Similarities): number {
  const pairs = members.flatMap((a, index) =>
    members.slice(index + 1).map((b) => similarities.at(a, b)),
  );
  return pairs.reduce((sum, each) => sum + each, 0) / pairs.length;
}

/** Every place is in one cluster at most. The largest cluster first, of equal ones the most alike. */
export function findClusters(similarities: Similarities, threshold: number): Cluster[] {
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

  /** `b` becomes part of `a`, whose distances are the means over all pairs. */
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
      // No other was nearer before, and none has come nearer.
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
