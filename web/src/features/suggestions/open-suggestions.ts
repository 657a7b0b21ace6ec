// The suggested groups that can still be made on the present board.
import type { NoteId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import type { GroupSuggestion } from '@wentwell/contract/suggestions';

export interface OpenSuggestion {
  /** The same as long as the suggestion is shown. */
  key: NoteId;
  title: string;
  /** Two or more that stand alone, in the order of their places. */
  notes: readonly Note[];
}

/** Notes that somebody has grouped or deleted since are left out, and suggestions that are left with one note. */
export function openSuggestions(
  suggestions: readonly GroupSuggestion[],
  notes: readonly Note[],
  skipped: ReadonlySet<NoteId>,
): OpenSuggestion[] {
  const alone = new Map(
    notes.filter(({ group_id }) => group_id === null).map((note) => [note.id, note]),
  );
  return suggestions.flatMap(({ title, note_ids: [key, ...others] }) => {
    if (!key || skipped.has(key)) return [];
    const left = [key, ...others].flatMap((id) => alone.get(id) ?? []);
    return left.length >= 2 ? [{ key, title, notes: left }] : [];
  });
}
