import type { ColumnId } from '@wentwell/contract/columns';
import type { Group } from '@wentwell/contract/groups';
import type { GroupId } from '@wentwell/contract/ids';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { noteIdOf, type NoteRow } from '#server/features/notes/notes.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { createdAndUpdated } from '#server/platform/db/columns';

/**
 * A group is there while its row is. Which notes it has stands in `notes.group_id`; a row always has two living ones or
 * more. Clients choose ids, so that the same id may stand on several boards.
 */
export const groups = pgTable(
  'groups',
  {
    meetingId: ofMeeting(),
    teamId: ofBoardTeam(),
    id: uuid().$type<GroupId>().notNull(),
    title: text().notNull(),
    titleIsCustom: boolean().notNull(),
    columnId: text().$type<ColumnId>().notNull(),
    version: integer().notNull().default(1),
    ...createdAndUpdated,
  },
  (table) => [primaryKey({ columns: [table.meetingId, table.id] })],
);

/** When it was made and changed, the database writes. */
export type GroupRow = Omit<typeof groups.$inferSelect, 'createdAt' | 'updatedAt'>;

/** `members` are the group's living notes, in any order. */
export function toGroup(row: GroupRow, members: readonly NoteRow[]): Group {
  return {
    id: row.id,
    title: row.title,
    title_is_custom: row.titleIsCustom,
    column_id: row.columnId,
    note_ids: members.toSorted((a, b) => a.position - b.position).map(noteIdOf),
    version: row.version,
  };
}

/** All groups of a board, in the order of their ids; `notes` are its living ones. */
export function toGroups(rows: readonly GroupRow[], notes: readonly NoteRow[]): Group[] {
  const members = Map.groupBy(notes, ({ groupId }) => groupId);
  return rows
    .map((row) => toGroup(row, members.get(row.id) ?? []))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
