import type { MeetingId } from '@wentwell/contract/ids';
import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { instant } from '#server/platform/db/columns';

import { ofBoardTeam } from './board-columns.ts';
import type { StoredChange } from './stored-changes.ts';

/** Every change of every board, in order and in full. Who sees what of it is decided on reading. */
export const boardChanges = pgTable(
  'board_changes',
  {
    meetingId: uuid().$type<MeetingId>().notNull(),
    teamId: ofBoardTeam(),
    seq: bigint({ mode: 'number' }).notNull(),
    change: jsonb().$type<StoredChange>().notNull(),
    /** The records of the change that hold text of a user, as "type id": their removal erases it. */
    textKeys: text().array().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.meetingId, table.seq] }),
    index('board_changes_texts').using('gin', table.textKeys),
  ],
);
