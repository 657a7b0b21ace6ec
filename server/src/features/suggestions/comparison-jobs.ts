// Jobs of the comparison's thread, and their results. Its imports load quickly: the thread starts on demand.
import type { NoteId } from '@wentwell/contract/ids';

import { findClusters } from './note-clusters.ts';
import { compareTexts } from './note-comparison.ts';
import type { WordVectors } from './word-vectors.ts';

export interface NoteText {
  id: NoteId;
  text: string;
}

/** Find groups among all notes, rank notes by similarity to `noteId`, or match notes to each text. */
export type ComparisonJob =
  | { kind: 'matches'; notes: readonly NoteText[]; texts: readonly string[] }
  | { kind: 'groups'; notes: readonly NoteText[] }
  | { kind: 'similar'; notes: readonly NoteText[]; noteId: NoteId };

/** Notes that belong together or to a text, or a single one that is like the note in question; `similarity` from 0 to 1, of matches the highest. */
export interface ScoredNotes {
  noteIds: NoteId[];
  similarity: number;
}

// Measured on boards of known themes (docs/decisions/0016-similar-notes.md).
const groupThreshold = 0.16;
// A list may show a doubtful note at its end; a group may not.
const similarThreshold = 0.1;
const mostSimilar = 20;

/** Groups: the largest first. Similar notes: the most alike first. Matches: for each text, in their order. */
export function runJob(job: ComparisonJob, vectors: WordVectors): ScoredNotes[] {
  const { notes } = job;
  if (job.kind === 'matches') {
    const { texts } = job;
    const all = [...texts, ...notes.map(({ text }) => text)];
    const alike = compareTexts(all, vectors, texts.length);
    return texts.map((_, row) => {
      const found = notes
        .map(({ id }, place) => ({ id, similarity: alike.at(row, texts.length + place) }))
        .filter(({ similarity }) => similarity >= groupThreshold);
      return {
        noteIds: found.map(({ id }) => id),
        similarity: Math.max(0, ...found.map(({ similarity }) => similarity)),
      };
    });
  }
  const similarities = compareTexts(
    notes.map(({ text }) => text),
    vectors,
  );
  if (job.kind === 'groups') {
    return findClusters(similarities, groupThreshold).map(({ members, similarity }) => ({
      noteIds: members.flatMap((place) => notes[place]?.id ?? []),
      similarity,
    }));
  }
  const own = notes.findIndex(({ id }) => id === job.noteId);
  return notes
    .map(({ id }, place) => ({ id, similarity: similarities.at(own, place) }))
    .filter(({ id, similarity }) => id !== job.noteId && similarity >= similarThreshold)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, mostSimilar)
    .map(({ id, similarity }) => ({ noteIds: [id], similarity }));
}
