// Notes similar to one note, as found by the server. The screen sends the request.
import { useQuery } from '@tanstack/react-query';
import type { NoteId } from '@wentwell/contract/ids';
import type { SimilarNote } from '@wentwell/contract/notes/suggestions';

import { freshFor } from '#web/api/fresh-for';

/** Below this score notes share a word, but rarely a thought. */
const leastSimilar = 0.2;

/** Resolves to the most similar notes, best first. */
export type FindSimilar = (noteId: NoteId, signal: AbortSignal) => Promise<SimilarNote[]>;

/** Notes above the similarity threshold. `text` is part of the key: an edited note is compared again. */
export function useSimilarNotes(find: FindSimilar, note: { id: NoteId; text: string }) {
  return useQuery({
    queryKey: ['similar-notes', note.id, note.text],
    queryFn: ({ signal }) => find(note.id, signal),
    select: (found) => found.filter(({ similarity }) => similarity >= leastSimilar),
    staleTime: freshFor(30_000),
    // Fails immediately when offline; the board works without it.
    networkMode: 'always',
    retry: false,
  });
}
