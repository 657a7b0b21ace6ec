import type { UserId } from '@wentwell/contract/ids';
import type { AuthorHash } from '@wentwell/contract/notes/author-keys';
import { type SQL, sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import { ofNote } from '#server/features/notes/notes.table';
import { ofUser } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import type { Queries } from '#server/platform/db/database';

/** Reactions to a deleted note are hidden until it is restored. */
export const reactions = pgTable(
  'reactions',
  {
    meetingId: ofMeeting(),
    teamId: ofBoardTeam(),
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

/** For anonymous meetings. A separate table, because `userId` is part of the other table's key. */
export const unnamedReactions = pgTable(
  'unnamed_reactions',
  {
    meetingId: ofMeeting(),
    teamId: ofBoardTeam(),
    authorHash: text().$type<AuthorHash>().notNull(),
    noteId: ofNote(),
    emoji: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noteId, table.emoji, table.authorHash] }),
    index('unnamed_reactions_board').on(table.meetingId),
  ],
);

/** Selects from both tables. `named` filters reactions by users, `unnamed` those by author keys. */
export function selectReactions(
  queries: Queries,
  named: SQL | undefined,
  unnamed: SQL | undefined,
) {
  const nobody = sql<UserId | null>`null::uuid`;
  const noHash = sql<AuthorHash | null>`null::text`;
  const { meetingId, noteId, emoji, userId } = reactions;
  const ofNamed = queries
    .select({ meetingId, noteId, emoji, userId: sql<UserId | null>`${userId}`, authorHash: noHash })
    .from(reactions)
    .where(named);
  const ofUnnamed = queries
    .select({
      meetingId: unnamedReactions.meetingId,
      noteId: unnamedReactions.noteId,
      emoji: unnamedReactions.emoji,
      userId: nobody,
      authorHash: sql<AuthorHash | null>`${unnamedReactions.authorHash}`,
    })
    .from(unnamedReactions)
    .where(unnamed);
  return ofNamed.unionAll(ofUnnamed);
}
