// Links and tickets of screens, used by routes, the live channel and housekeeping.
import type { MeetingId } from '@wentwell/contract/ids';
import { and, eq, gt, lt, type SQL } from 'drizzle-orm';

import { meetings, statusAt } from '#server/features/meetings/meetings.table';
import { teams } from '#server/features/teams/teams.table';
import type { Database, Queries } from '#server/platform/db/database';
import { databaseNow, databaseNowField } from '#server/platform/db/database-time';
import { hashSecret } from '#server/platform/secrets';

import {
  isActiveLink,
  spectatorLinks,
  spectatorSessions,
  spectatorTickets,
} from './spectators.table.ts';

/** Distinguishes screens' tickets from users'. */
export const ticketPrefix = 'screen-';

export function isScreenTicket(token: string): boolean {
  return token.startsWith(ticketPrefix);
}

/** Selects valid links with their meetings. */
export function findLinks(db: Queries, where: SQL | undefined) {
  return db
    .select({ link: spectatorLinks, meeting: meetings, now: databaseNowField })
    .from(spectatorLinks)
    .innerJoin(meetings, eq(meetings.id, spectatorLinks.meetingId))
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .where(and(where, isActiveLink));
}

/** Redeems a ticket. Null if it is unknown, used, expired or for another meeting, or its link is invalid. */
export async function redeemScreenTicket(db: Database, ticket: string, meetingId: MeetingId) {
  const [redeemed] = await db
    .delete(spectatorTickets)
    .where(
      and(
        eq(spectatorTickets.ticketHash, hashSecret(ticket)),
        gt(spectatorTickets.expiresAt, databaseNow),
      ),
    )
    .returning();
  if (!redeemed) return null;
  const isItsMeeting = eq(spectatorLinks.meetingId, meetingId);
  const [found] = await findLinks(db, and(eq(spectatorLinks.id, redeemed.linkId), isItsMeeting));
  if (!found) return null;
  const { teamId, phase } = found.meeting;
  const status = statusAt(found.meeting, found.now);
  return { linkId: redeemed.linkId, teamId, phase, status, now: found.now };
}

/** Deletes expired sessions and tickets. Links are deleted with their meeting, its cancellation or their revocation. */
export async function trimScreens(queries: Queries): Promise<void> {
  await queries.delete(spectatorSessions).where(lt(spectatorSessions.expiresAt, databaseNow));
  await queries.delete(spectatorTickets).where(lt(spectatorTickets.expiresAt, databaseNow));
}
