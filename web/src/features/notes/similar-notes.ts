import { useQuery } from '@tanstack/react-query';
import type { Note } from '@wentwell/contract/notes/notes';
import { SimilarNote } from '@wentwell/contract/notes/suggestions';

import { freshFor } from '#web/api/fresh-for';
import { readQuery } from '#web/api/queries';

/** Below this score notes share a word, but rarely a thought. */
const leastSimilar = 0.2;

/** The meeting's notes most similar to one, best first. An edited note is compared again. */
export function useSimilarNotes({ id, meeting_id, content }: Note) {
  const path = `/api/v1/meetings/${meeting_id}/notes/${id}/similar`;
  return useQuery({
    ...readQuery(['similar-notes', id, content], { path, schema: SimilarNote.array() }),
    select: (found) => found.filter(({ similarity }) => similarity >= leastSimilar),
    staleTime: freshFor(30_000),
    // Fails immediately when offline; the board works without it.
    networkMode: 'always',
    retry: false,
  });
}
