// The meaning of a drop (docs/design.md D-36), independent of the DOM.
import type { ColumnId } from '@wentwell/contract/columns';
import type { TopicId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import { topicIdOf } from '@wentwell/contract/topics';

import type { NoteRights } from './note-acts.tsx';

/** The place under a held note: a card, or a column beside its cards. */
export interface DropPlace {
  column: ColumnId | null;
  /** The card of a topic, which lies in that column. */
  card: TopicId | null;
}

export type Drop =
  | { act: 'group'; with: TopicId }
  | { act: 'take-out' }
  | { act: 'move'; to: ColumnId };

/** Null where the note stays as it is. */
export function dropOf(
  note: Note,
  { column, card }: DropPlace,
  { group: canGroup, move: canMove }: Pick<NoteRights, 'group' | 'move'>,
): Drop | null {
  const own = topicIdOf(note);
  if (canGroup && card !== null) return card === own ? null : { act: 'group', with: card };
  if (column === null) return null;
  if (column !== note.note_type) return canMove ? { act: 'move', to: column } : null;
  // Its own column is where it returns to.
  const isInside = card === own;
  return canGroup && note.group_id !== null && !isInside ? { act: 'take-out' } : null;
}
