// Rechecks the permissions of all sockets of a node, in case a bus message was lost (S-52).
import type { SpectatorLinkId } from '@wentwell/contract/ids';
import { and, eq, inArray } from 'drizzle-orm';

import { isActiveSession, sessions } from '#server/features/auth/sessions.table';
import { isLivingBoard, meetings, settingsOf } from '#server/features/meetings/meetings.table';
import { isActiveLink, spectatorLinks } from '#server/features/spectators/spectators.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import { isActiveAccount, users } from '#server/features/users/users.table';
import type { FindLostAccess } from '#server/live/rooms';
import type { Database } from '#server/platform/db/database';

/** The check needs at most three queries, for any number of sockets. */
export function socketRights(db: Database): FindLostAccess {
  async function livingSessions(ids: readonly (typeof sessions.$inferSelect.id)[]) {
    const rows = await db
      .select({
        id: sessions.id,
        userId: users.id,
        isSuperuser: users.isSuperuser,
        guestOf: users.guestOf,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(inArray(sessions.id, [...new Set(ids)]), isActiveSession, isActiveAccount));
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Loads the meetings that are not deleted, and which users are members of their teams. */
  async function livingMeetings(
    ids: readonly (typeof meetings.$inferSelect.id)[],
    userIds: readonly (typeof users.$inferSelect.id)[],
  ) {
    const rows = await db
      .select({ meeting: meetings, userId: memberships.userId })
      .from(meetings)
      .innerJoin(teams, eq(teams.id, meetings.teamId))
      .leftJoin(
        memberships,
        and(eq(memberships.teamId, teams.id), inArray(memberships.userId, [...new Set(userIds)])),
      )
      .where(and(inArray(meetings.id, [...new Set(ids)]), isLivingBoard));
    // Use the stored status. An overdue meeting is still live until the closing change has been published.
    const statuses = new Map(rows.map(({ meeting }) => [meeting.id, meeting.status]));
    const takesGuests = new Set(
      rows.flatMap(({ meeting }) => (settingsOf(meeting).guests ? [meeting.id] : [])),
    );
    return {
      statuses,
      takesGuests,
      members: new Set(rows.map((row) => `${row.meeting.id} ${row.userId}`)),
    };
  }

  async function livingLinks(ids: readonly SpectatorLinkId[]): Promise<Set<SpectatorLinkId>> {
    if (ids.length === 0) return new Set();
    const rows = await db
      .select({ id: spectatorLinks.id })
      .from(spectatorLinks)
      .innerJoin(meetings, eq(meetings.id, spectatorLinks.meetingId))
      .innerJoin(teams, eq(teams.id, meetings.teamId))
      .where(and(inArray(spectatorLinks.id, [...new Set(ids)]), isActiveLink));
    return new Set(rows.map(({ id }) => id));
  }

  return async function lostRights(sockets) {
    if (sockets.length === 0) return [];
    const [logins, links] = await Promise.all([
      livingSessions(sockets.flatMap((socket) => ('linkId' in socket ? [] : [socket.sessionId]))),
      livingLinks(sockets.flatMap((socket) => ('linkId' in socket ? [socket.linkId] : []))),
    ]);
    const userIds = [...logins.values()].map(({ userId }) => userId);
    const meetingIds = sockets.map(({ meetingId }) => meetingId);
    const { statuses, takesGuests, members } = await livingMeetings(meetingIds, userIds);
    return sockets.map((socket) => {
      const status = statuses.get(socket.meetingId);
      if ('linkId' in socket) {
        if (!links.has(socket.linkId) || !status) return 'linkRevoked';
      } else {
        const login = logins.get(socket.sessionId);
        if (!login) return 'sessionEnded';
        const { userId, guestOf, isSuperuser } = login;
        const isGuest = guestOf === socket.meetingId && takesGuests.has(guestOf);
        const isMember = members.has(`${socket.meetingId} ${userId}`);
        if (!(isMember || isSuperuser || isGuest) || !status) return 'refused';
      }
      if (status === 'live') return null;
      return status === 'closed' ? 'normal' : 'notLive';
    });
  };
}
