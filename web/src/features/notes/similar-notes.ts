// Which notes say something similar to one, as the server finds it. The screen says how to ask.
import { useQuery } from '@tanstack/react-query';
import type { NoteId } from '@wentwell/contract/ids';
import type { SimilarNote } from '@wentwell/contract/suggestions';

import type { ColumnTopic } from './note-order.ts';

/** Resolves to the notes that are most like this one, the most alike first. */
export type FindSimilar = (noteId: NoteId, signal: AbortSignal) => Promise<SimilarNote[]>;

/** `text` is the note's: a note that was edited is compared anew. */
export function useSimilarNotes(find: FindSimilar, note: { id: NoteId; text: string }) {
  return useQuery({
    queryKey: ['similar-notes', note.id, note.text],
    queryFn: ({ signal }) => find(note.id, signal),
    staleTime: 30_000,
    // Without a connection it fails at once; the board is read without it.
    networkMode: 'always',
    retry: false,
  });
}

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
