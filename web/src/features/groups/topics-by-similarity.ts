import type { NoteId } from '@wentwell/contract/ids';

import type { ColumnTopic } from './column-topic.ts';

/** Those with a similar note come first, the most alike before the others, which keep their order. */
export function bySimilarity(
  topics: readonly ColumnTopic[],
  similar: readonly NoteId[],
): { topic: ColumnTopic; isSimilar: boolean }[] {
  const rankOf = ({ notes }: ColumnTopic): number =>
    Math.min(...notes.map(({ id }) => similar.indexOf(id)).filter((rank) => rank >= 0), Infinity);
  return topics
    .map((topic) => ({ topic, rank: rankOf(topic) }))
    .toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ topic, rank }) => ({ topic, isSimilar: rank < Infinity }));
}
