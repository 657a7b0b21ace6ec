import type { UserId } from '@wentwell/contract/ids';
import type { Reactions } from '@wentwell/contract/reactions';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { noteIdOf, type NoteRow, ofNote } from '#server/features/notes/notes.table';
import { ofUser } from '#server/features/users/users.table';

/** Reactions to a deleted note are not on the board; they are there again when it is restored. */
export const reactions = pgTable(
  'reactions',
  {
    meetingId: ofMeeting(),
    userId: ofUser(),
    noteId: ofNote(),
    emoji: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noteId, table.emoji, table.userId] }),
    index('reactions_board').on(table.meetingId),
    index('reactions_user').on(table.userId),
  ],
);

export type ReactionRow = typeof reactions.$inferSelect;

/** The reactions of a board as a viewer sees them; `noteRows` are its living notes. */
export function toReactions(
  rows: readonly ReactionRow[],
  noteRows: readonly NoteRow[],
  viewer: UserId | null,
): Reactions {
  const byNote = Map.groupBy(rows, ({ noteId }) => noteId);
  const found = noteRows.flatMap((note) => {
    const own = byNote.get(note.id);
    if (!own) return [];
    const byEmoji = [...Map.groupBy(own, ({ emoji }) => emoji)].map(([emoji, people]) => {
      const mine = people.some(({ userId }) => userId === viewer);
      return [emoji, { count: people.length, mine }] as const;
    });
    return [[noteIdOf(note), Object.fromEntries(byEmoji)] as const];
  });
  return Object.fromEntries(found);
}
