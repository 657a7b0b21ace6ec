// Which note of a column comes first.
import { type Column, type ColumnId, resolveColumn } from '@wentwell/contract/columns';
import type { UserId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';

export interface ColumnNotes {
  /** Those that can be read, in their order. */
  open: readonly Note[];
  /** Those of others that lie face down. */
  faceDown: readonly Note[];
}

const none: ColumnNotes = { open: [], faceDown: [] };

/**
 * The newest first, and with `ownFirst` one's own before all others. `notes` are in the order of the board, the oldest
 * first.
 */
export function orderByColumn(
  notes: readonly Note[],
  columns: readonly Column[],
  { me, ownFirst }: { me: UserId; ownFirst: boolean },
): (id: ColumnId) => ColumnNotes {
  const groups = new Map<ColumnId, { own: Note[]; open: Note[]; faceDown: Note[] }>(
    columns.map(({ id }) => [id, { own: [], open: [], faceDown: [] }]),
  );
  for (const note of notes.toReversed()) {
    // An own change that waits to be sent may name a column that has been removed since: the note stays in view.
    const group = groups.get(resolveColumn(columns, note.note_type));
    const isMine = note.author_id === me;
    if (note.hidden && !isMine) group?.faceDown.push(note);
    else if (isMine && ownFirst) group?.own.push(note);
    else group?.open.push(note);
  }
  const ordered = new Map<ColumnId, ColumnNotes>();
  for (const [id, { own, open, faceDown }] of groups) {
    ordered.set(id, { open: [...own, ...open], faceDown });
  }
  return (id) => ordered.get(id) ?? none;
}
