import type { SpectatorLinkId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { and, gt, inArray, isNull, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import {
  isLeadOfMeeting,
  isLivingBoard,
  meetings,
  ofMeeting,
} from '#server/features/meetings/meetings.table';
import { memberships } from '#server/features/teams/teams.table';
import { userOrNull, users } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { instant } from '#server/platform/db/columns';
import { fromDatabaseNow } from '#server/platform/db/database-time';

/** At most one per meeting. A new link replaces the old one with its sessions and tickets. */
export const spectatorLinks = pgTable(
  'spectator_links',
  {
    id: uuid().$type<SpectatorLinkId>().primaryKey(),
    meetingId: ofMeeting().unique(),
    teamId: ofBoardTeam(),
    secretHash: text().notNull().unique(),
    createdBy: userOrNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('spectator_links_creator').on(table.createdBy)],
);

function ofLink() {
  return uuid()
    .$type<SpectatorLinkId>()
    .notNull()
    .references(() => spectatorLinks.id, { onDelete: 'cascade' });
}

/** Sessions for HTTP requests of screens. */
export const spectatorSessions = pgTable(
  'spectator_sessions',
  { tokenHash: text().primaryKey(), linkId: ofLink(), expiresAt: instant().notNull() },
  (table) => [index('spectator_sessions_link').on(table.linkId)],
);

/** Each admits one socket to the link's board, within 30 s, like `live_tickets`. */
export const spectatorTickets = pgTable(
  'spectator_tickets',
  { ticketHash: text().primaryKey(), linkId: ofLink(), expiresAt: instant().notNull() },
  (table) => [index('spectator_tickets_link').on(table.linkId)],
);

/**
 * A condition on a spectator or guest link. Its meeting and team are not deleted, and its creator is active and may
 * still create links (`spectatorPolicy.manage`).
 */
export function isMakerActive(createdBy: SQLWrapper): SQL | undefined {
  const makerMayManage = sql`exists (
  select from ${users}
  left join ${memberships} on ${memberships.userId} = ${users.id} and ${memberships.teamId} = ${meetings.teamId}
  where ${users.id} = ${createdBy} and ${users.isActive} and ${users.deletedAt} is null
    and (${users.isSuperuser} or ${memberships.role} = 'admin'
      or (${memberships.role} is not null and ${isLeadOfMeeting})))`;
  return and(isLivingBoard, makerMayManage);
}

/**
 * A condition on a spectator link: `isMakerActive`, and the meeting is neither canceled nor archived nor ended more
 * than a day ago. Canceling also deletes the link (`server/src/board/meeting-rows.ts`).
 */
export const isActiveLink: SQL | undefined = and(
  isMakerActive(spectatorLinks.createdBy),
  inArray(meetings.status, ['planned', 'live', 'closed']),
  or(
    isNull(meetings.endTime),
    gt(meetings.endTime, fromDatabaseNow(-liveLimits.spectatorLinkAfterEnd)),
  ),
);
