// What a change of the meeting means for the topics that were carried into it (docs/retro.md ).
import { columnForCarried } from '@wentwell/contract/carry-over';
import { movedData } from '@wentwell/contract/note-events';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';

import type { BoardActor } from '#server/features/meetings/meeting-access';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { columnsOf, type MeetingRow, settingsOf } from '#server/features/meetings/meetings.table';
import { notes, toLoggedNote, wasCarriedOver } from '#server/features/notes/notes.table';
import { eraseAuthors } from '#server/live/erasure';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { nextVersionOf } from '#server/platform/db/next-version';

/** A board with authors that becomes anonymous holds no other notes than these. */
async function forgetAuthors(tx: Tx, { id }: MeetingRow): Promise<void> {
  const isNamed = or(
    isNotNull(notes.authorId),
    isNotNull(notes.authorName),
    isNotNull(notes.deletedBy),
  );
  const changed = await tx
    .update(notes)
    .set({ authorId: null, authorName: null, deletedBy: null })
    .where(and(eq(notes.meetingId, id), isNamed))
    .returning({ id: notes.id });
  if (changed.length > 0) await eraseAuthors(tx, id);
}

export function carryOverOfMeeting(log: EventLog): MeetingHook {
  /** They hold no column in place: those in no group go where they would have been carried to. */
  async function moveToColumns(tx: Tx, on: BoardActor, meeting: MeetingRow): Promise<void> {
    const columns = columnsOf(meeting);
    const isCarried = and(eq(notes.meetingId, meeting.id), wasCarriedOver);
    const isFree = and(isNull(notes.groupId), isNull(notes.deletedAt));
    const found = await tx.select().from(notes).where(and(isCarried, isFree));
    for (const { id, noteType: from } of found) {
      const noteType = columnForCarried(columns, from);
      if (noteType === from) continue;
      const [row] = await tx
        .update(notes)
        .set({ noteType, version: nextVersionOf(tx, notes.version) })
        .where(eq(notes.id, id))
        .returning();
      if (!row) continue;
      const data = movedData(toLoggedNote(row));
      await log.append(tx, on, { event: { type: 'note_moved', data } });
    }
  }

  return {
    async afterChange(tx, on, { meeting, changes }) {
      const isAnonymous = settingsOf(meeting).anonymous;
      if (changes.settings && isAnonymous) await forgetAuthors(tx, meeting);
      if (!changes.columns) return;
      await moveToColumns(tx, isAnonymous ? { ...on, actorId: null } : on, meeting);
    },
  };
}
