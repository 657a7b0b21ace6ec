import type { RecordBody } from '@wentwell/contract/board/record';
import type { UserId } from '@wentwell/contract/ids';
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { ofBoardTeam } from '#server/live/board-columns';

/** The ids of users that a record names, in the form that the index stores. */
const peopleNamed = ({ body }: Record<'body', SQLWrapper>) =>
  sql`(array[${body} ->> 'user_id', ${body} ->> 'to_user_id'])`;

/** Records of types without a table of their own. Only their board reads them. */
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
  (table) => [
    primaryKey({ columns: [table.meetingId, table.type, table.id] }),
    index('board_records_id').on(table.id),
    index('board_records_people').using('gin', peopleNamed(table)),
  ],
);

/** A condition on the records that name the person. */
export function namesPerson(id: UserId): SQL {
  return sql`${peopleNamed(boardRecords)} @> array[${id}::text]`;
}
