import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { phaseMarks } from '#server/features/meetings/phase-marks.table';
import { ofNote } from '#server/features/notes/notes.table';
import { ofUser } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';

/** Votes belong to notes and move with them in and out of groups. Votes on a deleted note do not count. */
export const votes = pgTable(
  'votes',
  {
    meetingId: ofMeeting(),
    teamId: ofBoardTeam(),
    userId: ofUser(),
    noteId: ofNote(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.noteId] }),
    index('votes_board').on(table.meetingId),
    index('votes_note').on(table.noteId),
  ],
);

export const votesFinished = phaseMarks('votes_finished');
