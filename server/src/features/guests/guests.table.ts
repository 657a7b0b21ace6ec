import type { GuestState } from '@wentwell/contract/guests/guests';
import type { MeetingId, SpectatorLinkId, TeamId, UserId } from '@wentwell/contract/ids';
import { and, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { isActiveSession, sessions, sessionTokens } from '#server/features/auth/sessions.table';
import { isLivingBoard, meetings, ofMeeting } from '#server/features/meetings/meetings.table';
import { isMakerActive } from '#server/features/spectators/spectators.table';
import { teams } from '#server/features/teams/teams.table';
import { type StoredGuestState, userOrNull, users } from '#server/features/users/users.table';
import { ofBoardTeam } from '#server/live/board-columns';
import { instant } from '#server/platform/db/columns';
import type { Queries, Tx } from '#server/platform/db/database';
import { databaseNow, databaseNowField } from '#server/platform/db/database-time';
import { hashSecret } from '#server/platform/secrets';

/** Finds the guest of a valid session, with their meeting. */
export async function findGuest(queries: Queries, token: string, states: StoredGuestState[]) {
  const [found] = await queries
    .select({ guest: users, meeting: meetings, now: databaseNowField })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(meetings, eq(meetings.id, users.guestOf))
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .where(
      and(
        eq(sessionTokens.tokenHash, hashSecret(token)),
        isActiveSession,
        inArray(users.guestState, states),
        isLivingBoard,
      ),
    );
  return found;
}

/** At most one per meeting. A new link replaces the old one. Admitted guests stay. */
export const guestLinks = pgTable(
  'guest_links',
  {
    id: uuid().$type<SpectatorLinkId>().primaryKey(),
    meetingId: ofMeeting().unique(),
    teamId: ofBoardTeam(),
    secretHash: text().notNull().unique(),
    /** Maximum number of guests. `admit`: each guest waits for admission. */
    max: integer().notNull(),
    admit: boolean().notNull(),
    createdBy: userOrNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('guest_links_creator').on(table.createdBy)],
);

/**
 * A condition on a guest link: its meeting has not ended, and the meeting's settings and the team allow guests
 * (docs/retro.md R-325).
 */
const isActiveGuestLink: SQL | undefined = and(
  isMakerActive(guestLinks.createdBy),
  inArray(meetings.status, ['planned', 'live']),
  sql`${meetings.settings} ->> 'guests' = 'true'`,
  teams.guests,
  or(isNull(meetings.endTime), gt(meetings.endTime, databaseNow)),
);

/** Selects valid links with their meetings and creators. */
export function findGuestLinks(queries: Queries, where: SQL | undefined) {
  return queries
    .select({ link: guestLinks, meeting: meetings, maker: users, now: databaseNowField })
    .from(guestLinks)
    .innerJoin(meetings, eq(meetings.id, guestLinks.meetingId))
    .innerJoin(teams, eq(teams.id, meetings.teamId))
    .innerJoin(users, eq(users.id, guestLinks.createdBy))
    .where(and(where, isActiveGuestLink));
}

/** A condition on `users`: a guest, or an account outside the team that claimed a guest's work (docs/retro.md R-328). */
export function isGuestOfTeam(teamId: TeamId): SQL<boolean> {
  return sql`(users.guest_of is not null or
    exists (select from users as guest join meetings on meetings.id = guest.guest_of
      where guest.claimed_by = users.id and meetings.team_id = ${teamId})
    and not exists (select from memberships where user_id = users.id and team_id = ${teamId}))`;
}

export function guestStateOf({
  guestState,
}: Pick<typeof users.$inferSelect, 'guestState'>): GuestState {
  return guestState === 'muted' ? 'admitted' : (guestState ?? 'removed');
}

export const guestIsOut = { isActive: false, guestState: 'removed' } as const;

/** Removes admitted guests permanently, deletes waiting ones and returns all ids (docs/retro.md ). */
export async function removeGuests(tx: Tx, meetingId: MeetingId): Promise<UserId[]> {
  const isGuest = eq(users.guestOf, meetingId);
  const isWaiting = and(isGuest, eq(users.guestState, 'waiting'));
  const isIn = and(isGuest, ne(users.guestState, 'removed'));
  const found = await Promise.all([
    tx.delete(users).where(isWaiting).returning({ id: users.id }).execute(),
    tx.update(users).set(guestIsOut).where(isIn).returning({ id: users.id }).execute(),
  ]);
  return found.flat().map(({ id }) => id);
}

/** Like `removeGuests`. Also deletes the guest link. */
export async function endGuests(tx: Tx, meetingId: MeetingId): Promise<UserId[]> {
  const deleted = tx.delete(guestLinks).where(eq(guestLinks.meetingId, meetingId)).execute();
  return (await Promise.all([removeGuests(tx, meetingId), deleted]))[0];
}
