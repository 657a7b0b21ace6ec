// A topic in a column: a group or a single note.
import type { Topic } from '@wentwell/contract/discussion/topics';
import type { Group } from '@wentwell/contract/notes/groups';
import type { Note } from '@wentwell/contract/notes/notes';

/** The same object until its group or one of its notes changes. */
export interface ColumnTopic extends Topic {
  /** Null for a single note. */
  group: Group | null;
}

/** How many notes of a folded group are visible. */
const shownWhenFolded = 3;

/** Newest first, as everywhere on the board. `rest` is folded at first. */
export function foldNotes({ notes }: Topic): { shown: readonly Note[]; rest: readonly Note[] } {
  const newestFirst = notes.toReversed();
  // One more note takes no more room than the unfold button.
  if (notes.length <= shownWhenFolded + 1) return { shown: newestFirst, rest: [] };
  return {
    shown: newestFirst.slice(0, shownWhenFolded),
    rest: newestFirst.slice(shownWhenFolded),
  };
}
