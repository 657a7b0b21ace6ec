// Groups as records. Which notes a group has stands on the notes.
import { z } from 'zod';

import { Group } from '../groups.ts';
import type { TopicId } from '../ids.ts';
import type { BoardState } from './board.ts';
import { noteType, type NoteRecord, sortByPosition } from './notes.ts';
import { defineRecordType, fieldsOf } from './record.ts';

const GroupRecord = Group.omit({ note_ids: true }).extend({ type: z.literal('group') });
export type GroupRecord = z.infer<typeof GroupRecord>;
export const groupType = defineRecordType<GroupRecord>({ type: 'group', schema: GroupRecord });

/** The notes of each topic, oldest first: those of a group together, and each other note by itself. */
export function notesByTopic(board: BoardState): Map<TopicId, NoteRecord[]> {
  return Map.groupBy(sortByPosition(board.all(noteType)), ({ id, group_id }) => group_id ?? id);
}

/** In the order of their ids. */
export function presentGroups(board: BoardState): Group[] {
  const members = notesByTopic(board);
  return board
    .all(groupType)
    .map((group) => {
      const note_ids = (members.get(group.id) ?? []).map(({ id }) => id);
      return { ...fieldsOf(group), note_ids };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
