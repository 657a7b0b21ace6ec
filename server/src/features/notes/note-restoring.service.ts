// A deleted note comes back to its board, whoever deleted it: for the admin area.
import { eq, sql } from 'drizzle-orm';

import { unnamedChange } from '#server/features/meetings/meeting-access';
import { type MeetingHook, topicHooks } from '#server/features/meetings/meeting-hook';
import { meetings, settingsOf } from '#server/features/meetings/meetings.table';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';

import { noteCreated } from './note-announcements.service.ts';
import { placeOfRestored } from './note-columns.service.ts';
import { onBoard } from './note-lists.service.ts';
import { requireRoom } from './note-rows.service.ts';
import { type NoteRow, notes } from './notes.table.ts';

export function noteRestoring({ log, hooks }: { log: EventLog; hooks: readonly MeetingHook[] }) {
  const { afterNoteRestored, afterTopicsChange } = topicHooks(hooks);

  return {
    /** The caller holds the lock of the note's board. */
    async restore(tx: Tx, caller: Caller, rowId: NoteRow['id']): Promise<void> {
      const [found] = await tx
        .select({ note: notes, meeting: meetings })
        .from(notes)
        .innerJoin(meetings, eq(meetings.id, notes.meetingId))
        .where(eq(notes.id, rowId));
      if (!found) throw new ApiError('NOT_FOUND');
      const { note, meeting } = found;
      requireRoom(await tx.$count(notes, onBoard(meeting.id)));
      // Of a note without an author nobody shall think that it is the superuser's, nor learn from its time when in the
      // phase somebody used the product.
      const { on, now } = settingsOf(meeting).anonymous
        ? unnamedChange(meeting)
        : { on: { meetingId: meeting.id, actorId: caller.userId }, now: databaseNow };
      const [row] = await tx
        .update(notes)
        .set({
          ...placeOfRestored(note, meeting),
          groupId: null,
          deletedAt: null,
          deletedBy: null,
          deletedByHash: null,
          version: sql`${notes.version} + 1`,
          updatedAt: now,
        })
        .where(eq(notes.id, rowId))
        .returning();
      if (!row) throw new ApiError('NOT_FOUND');
      await log.append(tx, on, noteCreated(row));
      await afterNoteRestored(tx, on, row);
      await afterTopicsChange(tx, on, meeting);
    },
  };
}
