import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { phaseMarks } from '#server/features/meetings/phase-marks.table';
import { ofNote } from '#server/features/notes/notes.table';
import { ofUser } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';

/**
 * Votes hang on notes: those of a topic are the votes of its notes together, and follow them into groups and out of
 * them. Votes of a deleted note do not count; they are there again when it is restored.
 */
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

/** Marks of the members who are done voting. */
export const votesFinished = phaseMarks('votes_finished');
