import type { MeetingId } from '@wentwell/contract/ids';
import { and, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm';

import type { BoardActor } from '#server/features/meetings/meeting-access';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { hidesNewNotes, meetings } from '#server/features/meetings/meetings.table';
import { holdsEvents } from '#server/live/erasure';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { databaseNow } from '#server/platform/db/database-time';
// What notes mean for their meeting: when they lie face down and how they are turned over (docs/retro.md ),
// and what of it they hold in place.
import { nextVersionOf } from '#server/platform/db/next-version';

import { notesRevealed } from './note-announcements.service.ts';
import { onBoard } from './note-lists.service.ts';
import { notes, wasCarriedOver } from './notes.table.ts';

const liesFaceDown = and(
  eq(notes.meetingId, meetings.id),
  eq(notes.hidden, true),
  isNull(notes.deletedAt),
);

/** What people write on notes that others brought along. Moving or deleting those says nothing. */
const writing = ['note_updated', 'group_changed', 'comment_changed', 'reaction_changed'] as const;

/** Whether anybody wrote notes on this board, or anything on notes that were carried there. */
export async function isWrittenOn(tx: Tx, meetingId: MeetingId): Promise<boolean> {
  const isWritten = and(eq(notes.meetingId, meetingId), not(wasCarriedOver));
  return (await tx.$count(notes, isWritten)) > 0 || holdsEvents(tx, meetingId, writing);
}

export function notesOfMeeting(log: EventLog): MeetingHook {
  /** Turns all face-down notes of a locked board over, in one event; announces nothing where there are none. */
  async function reveal(tx: Tx, on: BoardActor): Promise<void> {
    const rows = await tx
      .update(notes)
      .set({ hidden: false, version: nextVersionOf(tx, notes.version), updatedAt: databaseNow })
      .where(and(onBoard(on.meetingId), eq(notes.hidden, true)))
      .returning();
    // The change of phase tells who turned them over; nobody stands beside notes without authors.
    const isUnnamed = rows.some(({ authorId }) => authorId === null);
    const by = isUnnamed ? { ...on, actorId: null } : on;
    if (rows.length > 0) await log.append(tx, by, notesRevealed(rows));
  }

  return {
    async afterChange(tx, on, { meeting, changes }) {
      const mayReveal = changes.phase !== undefined || changes.settings !== undefined;
      if (mayReveal && !hidesNewNotes(meeting)) await reveal(tx, on);
    },
    beforeEnd: reveal,
    isLeftToEnd: and(
      inArray(meetings.status, ['closed', 'canceled', 'archived']),
      sql`exists (select from ${notes} where ${liesFaceDown})`,
    ),
    async columnsInUse(tx, meetingId) {
      const found = await tx
        .selectDistinct({ id: notes.noteType })
        .from(notes)
        .where(and(onBoard(meetingId), or(not(wasCarriedOver), isNotNull(notes.groupId))));
      return found.map(({ id }) => id);
    },
    hasContent: async (tx, meetingId) =>
      (await tx.$count(notes, eq(notes.meetingId, meetingId))) > 0,
    isWrittenOn,
  };
}
