// A canceled meeting has no screen link (docs/retro.md R-225). Planned again, it may be for other people.
import { eq } from 'drizzle-orm';

import type { MeetingHook } from '#server/features/meetings/meeting-hook';

import { spectatorLinks } from './spectators.table.ts';

export function spectatorsOfMeeting(): MeetingHook {
  return {
    async afterChange(tx, { meetingId }, { changes: { status } }) {
      // Only a canceled meeting is planned again: its link is left where the version before canceled it.
      if (status !== 'canceled' && status !== 'planned') return;
      // Sessions and tickets are deleted with it. Sockets are closed where the meeting was live.
      await tx.delete(spectatorLinks).where(eq(spectatorLinks.meetingId, meetingId));
    },
  };
}
