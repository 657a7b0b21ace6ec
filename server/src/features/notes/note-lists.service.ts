// Lists of notes: a board's, and everything that one person has written.
import type { MeetingId } from '@wentwell/contract/ids';
import type { ListQuery } from '@wentwell/contract/lists';
import type { Note } from '@wentwell/contract/notes';
import { and, asc, count, desc, eq, inArray, isNull } from 'drizzle-orm';

import { accessMeeting } from '#server/features/meetings/meeting-access';
import { meetings } from '#server/features/meetings/meetings.table';
import { teamsOf } from '#server/features/teams/team-access';
import type { Database } from '#server/platform/db/database';
import type { Caller } from '#server/platform/http/caller';
import type { ListPage } from '#server/platform/http/list-answer';

import { notes, toNote } from './notes.table.ts';

/** The living notes of a board. */
function onBoard(meetingId: MeetingId) {
  return and(eq(notes.meetingId, meetingId), isNull(notes.deletedAt));
}

export function noteLists(db: Database) {
  return {
    /** The notes of a board in its order, as the caller may see them. */
    async list(caller: Caller, meetingId: MeetingId, query: ListQuery): Promise<ListPage<Note>> {
      await accessMeeting(db, caller, meetingId);
      const rows = await db
        .select()
        .from(notes)
        .where(onBoard(meetingId))
        .orderBy(asc(notes.position))
        .offset(query.skip)
        .limit(query.limit);
      return {
        rows: rows.map((row) => toNote(row, caller)),
        total: await db.$count(notes, onBoard(meetingId)),
      };
    },

    /** The caller's notes by name, newest first, on boards that they can still see. */
    async mine(caller: Caller, query: ListQuery): Promise<ListPage<Note>> {
      const board = eq(meetings.id, notes.meetingId);
      const seen = and(
        eq(notes.authorId, caller.userId),
        isNull(notes.deletedAt),
        isNull(meetings.deletedAt),
        inArray(meetings.teamId, teamsOf(db, caller)),
      );
      const rows = await db
        .select({ note: notes })
        .from(notes)
        .innerJoin(meetings, board)
        .where(seen)
        .orderBy(desc(notes.createdAt), desc(notes.id))
        .offset(query.skip)
        .limit(query.limit);
      const [counted] = await db
        .select({ total: count() })
        .from(notes)
        .innerJoin(meetings, board)
        .where(seen);
      return {
        rows: rows.map(({ note }) => toNote(note, caller)),
        total: counted?.total ?? 0,
      };
    },
  };
}
