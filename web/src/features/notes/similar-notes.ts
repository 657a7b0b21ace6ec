// Notes similar to one note, as the server finds them. The screen sends the request.
import { useQuery } from '@tanstack/react-query';
import type { NoteId } from '@wentwell/contract/ids';
import type { SimilarNote } from '@wentwell/contract/suggestions';

/** Below it two notes share a word, and seldom a thought. */
const leastSimilar = 0.2;

/** Resolves to the notes that are most like this one, the most alike first. */
export type FindSimilar = (noteId: NoteId, signal: AbortSignal) => Promise<SimilarNote[]>;

/** Those that are alike enough to be called similar. `text` is the note's: a note that was edited is compared anew. */
export function useSimilarNotes(find: FindSimilar, note: { id: NoteId; text: string }) {
  return useQuery({
    queryKey: ['similar-notes', note.id, note.text],
    queryFn: ({ signal }) => find(note.id, signal),
    select: (found) => found.filter(({ similarity }) => similarity >= leastSimilar),
    staleTime: 30_000,
    // Without a connection it fails at once; the board is read without it.
    networkMode: 'always',
    retry: false,
  });
}
