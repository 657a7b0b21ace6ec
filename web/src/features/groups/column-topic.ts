// A topic as a column shows it: a group, or a note that stands alone.
import type { Group } from '@wentwell/contract/groups';
import type { Note } from '@wentwell/contract/notes';
import type { Topic } from '@wentwell/contract/topics';

/** The same object until its group or one of its notes has changed. */
export interface ColumnTopic extends Topic {
  /** Null for a note that stands alone. */
  group: Group | null;
}

/** How many notes of a long group are shown until it is unfolded. */
const shownWhenFolded = 3;

/** The newest first, as everywhere on the board. `rest` is folded away at first. */
export function foldNotes({ notes }: Topic): { shown: readonly Note[]; rest: readonly Note[] } {
  const newestFirst = notes.toReversed();
  // One note more takes no more room than the button that would stand for it.
  if (notes.length <= shownWhenFolded + 1) return { shown: newestFirst, rest: [] };
  return {
    shown: newestFirst.slice(0, shownWhenFolded),
    rest: newestFirst.slice(shownWhenFolded),
  };
}
