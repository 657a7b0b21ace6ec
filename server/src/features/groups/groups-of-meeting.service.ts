// Groups hold columns in place.
import { eq } from 'drizzle-orm';

import type { MeetingHook } from '#server/features/meetings/meeting-hook';

import { groups } from './groups.table.ts';

export function groupsOfMeeting(): MeetingHook {
  return {
    async columnsInUse(tx, meetingId) {
      const found = await tx
        .selectDistinct({ id: groups.columnId })
        .from(groups)
        .where(eq(groups.meetingId, meetingId));
      return found.map(({ id }) => id);
    },
  };
}
