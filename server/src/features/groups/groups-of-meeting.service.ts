// What groups mean for their meeting: notes that are deleted or moved leave them, and they hold columns in place.
import { eq } from 'drizzle-orm';

import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import type { EventLog } from '#server/live/event-log';

import { findGroupsWithNotes, writeRegrouping } from './group-rows.service.ts';
import { groups } from './groups.table.ts';
import { regroup } from './regrouping.service.ts';

export function groupsOfMeeting(log: EventLog): MeetingHook {
  return {
    async beforeNotesLeave(tx, on, { notes, areDeleted }) {
      const ids = new Set(notes.map(({ id }) => id));
      const groupIds = new Set(notes.flatMap(({ groupId }) => groupId ?? []));
      const found = await findGroupsWithNotes(tx, on.meetingId, groupIds);
      const regrouping = areDeleted
        ? regroup(
            { ...found, notes: found.notes.filter(({ id }) => !ids.has(id)) },
            { tx, shrunk: groupIds },
          )
        : regroup(found, { tx, moves: new Map([...ids].map((id) => [id, null])) });
      // A deletion is never refused because of what it means for a group.
      const changes = regrouping.changes.map((change) => ({ ...change, isKept: areDeleted }));
      await Promise.all([
        writeRegrouping(tx, on.meetingId, regrouping),
        log.appendAll(tx, on, changes),
      ]);
    },

    async columnsInUse(tx, meetingId) {
      const found = await tx
        .selectDistinct({ id: groups.columnId })
        .from(groups)
        .where(eq(groups.meetingId, meetingId));
      return found.map(({ id }) => id);
    },
  };
}
