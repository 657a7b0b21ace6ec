import type { GroupId } from '@wentwell/contract/ids';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { createdAndUpdated, textIndex } from '#server/platform/db/columns';

/** `notes.group_id` holds the members, two or more. Clients choose ids, so boards may share them. */
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
  (table) => [
    primaryKey({ columns: [table.meetingId, table.id] }),
    textIndex('groups_text', table.title),
  ],
);
