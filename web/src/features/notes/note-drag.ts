// Drop targets of a dragged note, and the meaning of a drop (docs/design.md D-36).
import { topicIdOf } from '@wentwell/contract/discussion/topics';
import type { TopicId } from '@wentwell/contract/ids';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { Note } from '@wentwell/contract/notes/notes';

import type { NoteRights } from './note-rights.tsx';

/** The place under a dragged note: a card, or a column outside its cards. */
interface DropPlace {
  column: ColumnId | null;
  /** The topic whose card it is, in that column. */
  card: TopicId | null;
}

export type Drop =
  | { act: 'group'; with: TopicId }
  | { act: 'take-out' }
  | { act: 'move'; to: ColumnId };

/** Null if the drop changes nothing. */
export function dropOf(
  note: Note,
  { column, card }: DropPlace,
  { group: canGroup, move: canMove }: Pick<NoteRights, 'group' | 'move'>,
): Drop | null {
  const own = topicIdOf(note);
  if (canGroup && card !== null) return card === own ? null : { act: 'group', with: card };
  if (column === null) return null;
  if (column !== note.note_type) return canMove ? { act: 'move', to: column } : null;
  // Dropping in its own column returns the note there.
  const isInside = card === own;
  return canGroup && note.group_id !== null && !isInside ? { act: 'take-out' } : null;
}

/** A column has two drop areas: itself and its tab on a phone. */
export function dropId(place: 'column' | 'tab', columnId: ColumnId): string {
  return `${place}:${columnId}`;
}
