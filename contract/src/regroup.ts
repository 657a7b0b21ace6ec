// What joining and leaving groups does to a board (docs/retro.md R-92): who shows a change before the server has answered
// needs all of it, also which groups are gone.
import type { Group } from './groups.ts';
import type { GroupId, NoteId } from './ids.ts';
import type { Note } from './notes.ts';

interface Grouped {
  notes: readonly Note[];
  groups: readonly Group[];
}

/**
 * Puts the notes into a group, or with null into none; groups that are left with fewer than two notes are gone. A group
 * that is not there yet must be in `groups`. What does not change is the same object afterwards.
 */
export function regroup(
  { notes, groups }: Grouped,
  noteIds: readonly NoteId[],
  groupId: GroupId | null,
): { notes: Note[]; groups: Group[] } {
  const moved = notes.map((note) =>
    noteIds.includes(note.id) && note.group_id !== groupId ? { ...note, group_id: groupId } : note,
  );
  const members = Map.groupBy(moved, ({ group_id }) => group_id);
  const left = groups.filter(({ id }) => (members.get(id)?.length ?? 0) >= 2);
  const isLeft = new Set<GroupId | null>(left.map(({ id }) => id));
  return {
    notes: moved.map((note) =>
      isLeft.has(note.group_id) || note.group_id === null ? note : { ...note, group_id: null },
    ),
    groups: left.map((group) => {
      const its = members.get(group.id) ?? [];
      const note_ids = its.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
      const isSame = note_ids.every((id, at) => id === group.note_ids[at]);
      return isSame && note_ids.length === group.note_ids.length ? group : { ...group, note_ids };
    }),
  };
}
