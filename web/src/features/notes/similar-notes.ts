// Which notes say something similar to one, as the server finds it. The screen says how to ask.
import { useQuery } from '@tanstack/react-query';
import type { NoteId } from '@wentwell/contract/ids';
import type { SimilarNote } from '@wentwell/contract/suggestions';

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
