// Screens: the link of a meeting, and what a screen exchanges it for. A screen has no account, so nothing here makes it a
// caller: its tokens are of a kind of their own, which no other route knows.
import { effectiveStatus } from '@wentwell/contract/effective-status';
import { type MeetingId, SpectatorLinkId, type TeamId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { LiveTicket } from '@wentwell/contract/live';
import { isEditable, type ShownStatus } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';
import {
  type NewSpectatorLink,
  type SpectatorLink,
  type SpectatorLinkState,
  spectatorPolicy,
  type SpectatorSession,
} from '@wentwell/contract/spectators';
import { and, eq, gt, lt, type SQL } from 'drizzle-orm';

import { accessMeeting, lockMeeting } from '#server/features/meetings/meeting-access';
import { meetings, toMeeting } from '#server/features/meetings/meetings.table';
import { authorizeOnBoard } from '#server/features/teams/team-access';
import { teams } from '#server/features/teams/teams.table';
import type { Disconnect } from '#server/live/disconnect';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNow, databaseNowField, fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { newId } from '#server/platform/ids';
import { hashSecret, newSecret } from '#server/platform/secrets';

import {
  isLivingLink,
  spectatorLinks,
  spectatorSessions,
  spectatorTickets,
} from './spectators.table.ts';

/** A screen that holds a valid session. */
export interface Screen {
  linkId: SpectatorLinkId;
  meetingId: MeetingId;
}

/** A screen's admission to the live channel. */
export interface ScreenEntry {
  linkId: SpectatorLinkId;
  teamId: TeamId;
  phase: Phase;
  status: ShownStatus;
  now: Date;
}

/** Marks the ticket of a screen, so that those of users are not looked for among them. */
const ticketPrefix = 'screen-';

export function isScreenTicket(token: string): boolean {
  return token.startsWith(ticketPrefix);
}

function toLink({ createdAt, createdBy }: typeof spectatorLinks.$inferSelect): SpectatorLink {
  return { created_at: createdAt.toISOString(), created_by: createdBy };
}

export function spectatorsService({ db, disconnect }: { db: Database; disconnect: Disconnect }) {
  /** The link of a meeting with its board's state, where it works. */
  function findLinks(where: SQL | undefined) {
    return db
      .select({ link: spectatorLinks, meeting: meetings, now: databaseNowField })
      .from(spectatorLinks)
      .innerJoin(meetings, eq(meetings.id, spectatorLinks.meetingId))
      .innerJoin(teams, eq(teams.id, meetings.teamId))
      .where(and(where, isLivingLink));
  }

  async function lockToManage(tx: Tx, caller: Caller, meetingId: MeetingId) {
    const access = await lockMeeting(tx, caller, meetingId);
    const meeting = toMeeting(access.meeting);
    authorizeOnBoard(tx, { caller, access }, (who) => spectatorPolicy.manage(who, meeting));
    return access;
  }

  return {
    /** Replaces the link that there is, whose screens are disconnected. */
    async create(caller: Caller, meetingId: MeetingId): Promise<NewSpectatorLink> {
      return db.write(async (tx) => {
        const { meeting, now } = await lockToManage(tx, caller, meetingId);
        if (!isEditable(effectiveStatus(toMeeting(meeting), now))) {
          throw new ApiError('SCREEN_LINK_OVER');
        }
        await tx.delete(spectatorLinks).where(eq(spectatorLinks.meetingId, meetingId));
        const secret = newSecret();
        const values = {
          id: newId(SpectatorLinkId),
          meetingId,
          teamId: meeting.teamId,
          secretHash: hashSecret(secret),
          createdBy: caller.userId,
        };
        const [row] = await tx.insert(spectatorLinks).values(values).returning();
        if (!row) throw new Error('an inserted link was not returned');
        tx.afterCommit(() => disconnect({ kind: 'screens', meetingId }));
        return { ...toLink(row), secret };
      });
    },

    async find(caller: Caller, meetingId: MeetingId): Promise<SpectatorLinkState> {
      const { meeting, teamContext } = await accessMeeting(db, caller, meetingId);
      authorize(spectatorPolicy.manage(teamContext, toMeeting(meeting)));
      const [found] = await findLinks(eq(spectatorLinks.meetingId, meetingId));
      return { link: found ? toLink(found.link) : null };
    },

    /** Disconnects the link's screens. Does nothing where there is no link. */
    async revoke(caller: Caller, meetingId: MeetingId): Promise<void> {
      await db.write(async (tx) => {
        await lockToManage(tx, caller, meetingId);
        await tx.delete(spectatorLinks).where(eq(spectatorLinks.meetingId, meetingId));
        tx.afterCommit(() => disconnect({ kind: 'screens', meetingId }));
      });
    },

    /** Exchanges a link's secret for a session. Throws SCREEN_LINK_GONE where the link does not work. */
    async enter(secret: string): Promise<SpectatorSession> {
      const [found] = await findLinks(eq(spectatorLinks.secretHash, hashSecret(secret)));
      if (!found) throw new ApiError('SCREEN_LINK_GONE');
      const token = newSecret();
      const [session] = await db
        .insert(spectatorSessions)
        .values({
          tokenHash: hashSecret(token),
          linkId: found.link.id,
          expiresAt: fromDatabaseNow(liveLimits.spectatorSessionMaxAge),
        })
        .returning();
      if (!session) throw new Error('an inserted session was not returned');
      return {
        meeting_id: found.meeting.id,
        access_token: token,
        expires_at: session.expiresAt.toISOString(),
      };
    },

    /** Throws SESSION_EXPIRED where the token is unknown or expired, or its link does not work any more. */
    async authenticate(token: string): Promise<Screen> {
      const [found] = await db
        .select({ linkId: spectatorLinks.id, meetingId: spectatorLinks.meetingId })
        .from(spectatorSessions)
        .innerJoin(spectatorLinks, eq(spectatorLinks.id, spectatorSessions.linkId))
        .innerJoin(meetings, eq(meetings.id, spectatorLinks.meetingId))
        .innerJoin(teams, eq(teams.id, meetings.teamId))
        .where(
          and(
            eq(spectatorSessions.tokenHash, hashSecret(token)),
            gt(spectatorSessions.expiresAt, databaseNow),
            isLivingLink,
          ),
        );
      if (!found) throw new ApiError('SESSION_EXPIRED');
      return found;
    },

    async issueTicket({ linkId, meetingId }: Screen): Promise<LiveTicket> {
      const [found] = await findLinks(eq(spectatorLinks.meetingId, meetingId));
      if (!found) throw new ApiError('SCREEN_LINK_GONE');
      if (effectiveStatus(toMeeting(found.meeting), found.now) !== 'live') {
        throw new ApiError('MEETING_NOT_LIVE');
      }
      const ticket = ticketPrefix + newSecret();
      const [issued] = await db
        .insert(spectatorTickets)
        .values({
          ticketHash: hashSecret(ticket),
          linkId,
          expiresAt: fromDatabaseNow(liveLimits.ticketMaxAge),
        })
        .returning();
      if (!issued) throw new Error('an inserted ticket was not returned');
      return { ticket, expires_at: issued.expiresAt.toISOString() };
    },

    /** Uses up a ticket. Null where it is unknown, used, expired or another meeting's, or the link does not work. */
    async redeemTicket(ticket: string, meetingId: MeetingId): Promise<ScreenEntry | null> {
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
      const [found] = await findLinks(and(eq(spectatorLinks.id, redeemed.linkId), isItsMeeting));
      if (!found) return null;
      const { teamId, phase } = found.meeting;
      const status = effectiveStatus(toMeeting(found.meeting), found.now);
      return { linkId: redeemed.linkId, teamId, phase, status, now: found.now };
    },

    /** Deletes what has expired. Links go with their meeting, when that is canceled, or when they are revoked. */
    async trim(queries: Queries): Promise<void> {
      await queries.delete(spectatorSessions).where(lt(spectatorSessions.expiresAt, databaseNow));
      await queries.delete(spectatorTickets).where(lt(spectatorTickets.expiresAt, databaseNow));
    },
  };
}
export type SpectatorsService = ReturnType<typeof spectatorsService>;
