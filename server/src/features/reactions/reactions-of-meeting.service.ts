// What becomes of reactions when their note is restored, and when the account of a person is purged.
import { and, eq, inArray } from 'drizzle-orm';

import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { noteIdOf, notes } from '#server/features/notes/notes.table';
import type { EventLog } from '#server/live/event-log';

import { reactionChanged } from './reaction-announcements.service.ts';
import { reactions, selectReactions, unnamedReactions } from './reactions.table.ts';

export function reactionsOfMeeting(log: EventLog): MeetingHook {
  return {
    async afterNoteRestored(tx, on, note) {
      const rows = await selectReactions(
        tx,
        eq(reactions.noteId, note.id),
        eq(unnamedReactions.noteId, note.id),
      );
      const changes = [...Map.groupBy(rows, ({ emoji }) => emoji)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([emoji, its]) => reactionChanged(noteIdOf(note), emoji, its));
      await log.appendAll(tx, on, changes);
    },

    async purgePerson(tx, on, userId) {
      const isTheirs = and(eq(reactions.meetingId, on.meetingId), eq(reactions.userId, userId));
      const gone = await tx.delete(reactions).where(isTheirs).returning();
      if (gone.length === 0) return;
      const noteIds = gone.map(({ noteId }) => noteId);
      const [noteRows, left] = await Promise.all([
        tx.select().from(notes).where(inArray(notes.id, noteIds)).execute(),
        tx.select().from(reactions).where(inArray(reactions.noteId, noteIds)).execute(),
      ]);
      const changes = gone.flatMap(({ noteId, emoji }) => {
        const note = noteRows.find(({ id }) => id === noteId);
        if (!note || note.deletedAt) return [];
        const others = left.filter((each) => each.noteId === noteId && each.emoji === emoji);
        const by = others.map((each) => ({ userId: each.userId, authorHash: null }));
        return [{ ...reactionChanged(noteIdOf(note), emoji, by), isKept: true }];
      });
      await log.appendAll(tx, on, changes);
    },
  };
}
