import type { AuthorHash, Viewer } from '@wentwell/contract/author-keys';
import type { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import type { Reactions } from '@wentwell/contract/reactions';
import { type SQL, sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { ofMeeting } from '#server/features/meetings/meetings.table';
import {
  importedCountsOf,
  noteIdOf,
  type NoteRow,
  ofNote,
} from '#server/features/notes/notes.table';
import { ofUser } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import type { Queries } from '#server/platform/db/database';

/** Reactions to a deleted note are not on the board; they are there again when it is restored. */
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

/** The same in anonymous meetings. A table of its own: a person is part of the other one's key. */
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

/** Who reacted: a person, or in an anonymous meeting whoever holds the key of the hash. */
export interface Reactor {
  userId: UserId | null;
  authorHash: AuthorHash | null;
}

export interface ReactionRow extends Reactor {
  meetingId: MeetingId;
  noteId: NoteId;
  emoji: string;
}

/** Of both tables, as the columns of `ReactionRow`. */
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

export function isReactor({ userId, authorHash }: Reactor, viewer: Viewer | null): boolean {
  if (viewer === null) return false;
  return authorHash === null ? userId === viewer.userId : authorHash === viewer.authorHash;
}

/** The reactions of a board as a viewer sees them; `noteRows` are its living notes. */
export function toReactions(
  rows: readonly ReactionRow[],
  noteRows: readonly NoteRow[],
  viewer: Viewer | null,
): Reactions {
  const byNote = Map.groupBy(rows, ({ noteId }) => noteId);
  const found = noteRows.flatMap((note) => {
    const own = byNote.get(note.id) ?? [];
    const imported = importedCountsOf(note)?.reactions ?? [];
    if (own.length === 0 && imported.length === 0) return [];
    const byEmoji = [...Map.groupBy(own, ({ emoji }) => emoji)].map(([emoji, people]) => {
      const mine = people.some((each) => isReactor(each, viewer));
      return [emoji, { count: people.length, mine }] as const;
    });
    const ofOthers = imported.map(({ emoji, count }) => [emoji, { count, mine: false }] as const);
    return [[noteIdOf(note), Object.fromEntries([...ofOthers, ...byEmoji])] as const];
  });
  return Object.fromEntries(found);
}
