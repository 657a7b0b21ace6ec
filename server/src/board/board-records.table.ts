import type { RecordBody } from '@wentwell/contract/board/record';
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { ofBoardTeam } from '#server/live/board-columns';

/** Records that nothing but their board reads: their types have no table of their own. */
export const boardRecords = pgTable(
  'board_records',
  {
    meetingId: ofMeeting(),
    teamId: ofBoardTeam(),
    type: text().notNull(),
    id: text().notNull(),
    /** The version of the type's schema in which `body` was written. */
    shape: integer().notNull(),
    body: jsonb().$type<RecordBody>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.meetingId, table.type, table.id] })],
);
