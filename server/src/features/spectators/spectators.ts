// Spectator screens: links, and the sessions that screens exchange them for. Screens have no account. Only these routes
// accept their tokens.
import {
  NewSpectatorLink,
  SpectatorBoard,
  SpectatorEntry,
  type SpectatorLink,
  SpectatorLinkState,
  SpectatorRecords,
  SpectatorSession,
} from '@wentwell/contract/guests/spectators';
import { type MeetingId, SpectatorLinkId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { EventsPage, EventsQuery, LiveTicket } from '@wentwell/contract/live/live';
import { isEditable } from '@wentwell/contract/meetings/meetings';
import { and, eq, gt, lt, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';

import { requireLinkManager, lockForLinks } from '#server/features/meetings/meeting-access';
import { meetings, statusAt } from '#server/features/meetings/meetings.table';
import { teams } from '#server/features/teams/teams.table';
import { runAtGate } from '#server/live/admission';
import type { Disconnect } from '#server/live/disconnect';
import { eventsEncoding } from '#server/live/events-answer';
import type { Database, Queries } from '#server/platform/db/database';
import { databaseNow, fromDatabaseNow, databaseNowField } from '#server/platform/db/database-time';
import { ApiError, notStored } from '#server/platform/http/api-error';
import { tokenOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { MINUTE } from '#server/platform/http/rate-limits';
import type { RequestGates } from '#server/platform/http/request-gates';
import { newId } from '#server/platform/ids';
import { hashSecret, newSecret } from '#server/platform/secrets';

import {
  isActiveLink,
  spectatorLinks,
  spectatorSessions,
  spectatorTickets,
} from './spectators.table.ts';

// Links and tickets of screens, used by routes, the live channel and housekeeping.

/** Distinguishes screens' tickets from users'. */
const ticketPrefix = 'screen-';

export function isScreenTicket(token: string): boolean {
  return token.startsWith(ticketPrefix);
}

/** Selects valid links with their meetings. */
function findLinks(db: Queries, where: SQL | undefined) {
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

// The 256-bit secret cannot be guessed. The limit bounds load and the number of sessions.
const entryLimits = { addressLimit: { timeWindow: MINUTE, failures: 20, successes: 120 } };
// A board has up to a thousand notes.
const wholeBoard = 10;

interface Screen {
  linkId: SpectatorLinkId;
  meetingId: MeetingId;
}

function toLink({ createdAt, createdBy }: typeof spectatorLinks.$inferSelect): SpectatorLink {
  return { created_at: createdAt.toISOString(), created_by: createdBy };
}

interface ScreenBoards {
  spectatorSnapshot(meetingId: MeetingId): Promise<SpectatorBoard>;
  spectatorEvents(meetingId: MeetingId, since: number): Promise<EventsPage>;
  spectatorRecords(meetingId: MeetingId): Promise<SpectatorRecords>;
}

interface SpectatorRoutesDeps {
  db: Database;
  disconnect: Disconnect;
  boards: ScreenBoards;
  gates: RequestGates;
}

export function spectatorsRoutes(
  api: Api,
  { db, disconnect, boards, gates }: SpectatorRoutesDeps,
): void {
  const { answer } = callsOf(api, 'Screens');

  /**
   * Runs `work` in the rate-limit queue of the link, shared with its sockets. Throws SESSION_EXPIRED if the token is
   * unknown or expired, or the link has ended.
   */
  async function forScreen<T>(
    request: FastifyRequest,
    cost: number,
    work: (screen: Screen) => Promise<T>,
  ): Promise<T> {
    const [screen] = await db
      .select({ linkId: spectatorLinks.id, meetingId: spectatorLinks.meetingId })
      .from(spectatorSessions)
      .innerJoin(spectatorLinks, eq(spectatorLinks.id, spectatorSessions.linkId))
      .innerJoin(meetings, eq(meetings.id, spectatorLinks.meetingId))
      .innerJoin(teams, eq(teams.id, meetings.teamId))
      .where(
        and(
          eq(spectatorSessions.tokenHash, hashSecret(tokenOf(request))),
          gt(spectatorSessions.expiresAt, databaseNow),
          isActiveLink,
        ),
      );
    if (!screen) throw new ApiError('SESSION_EXPIRED');
    return runAtGate(gates, { account: screen.linkId, cost }, () => work(screen));
  }

  answer('GET /meetings/:meetingId/spectator-link', {
    operationId: 'getScreenLink',
    summary: 'Get the state of the screen link',
    description: 'For leads and team admins. The secret is never returned again.',
    answers: { 200: SpectatorLinkState },
    refuses: [403],
    async run({ caller, params: { meetingId } }) {
      await requireLinkManager(db, caller, meetingId);
      const [found] = await findLinks(db, eq(spectatorLinks.meetingId, meetingId));
      return { link: found ? toLink(found.link) : null };
    },
  });

  answer('POST /meetings/:meetingId/spectator-link', {
    operationId: 'createScreenLink',
    summary: 'Create a screen link',
    description:
      'By a lead or a team admin of a planned or live meeting. Replaces an existing link and disconnects ' +
      'its screens. `secret` is returned once: screens open `/watch#{secret}`.',
    answers: { 201: NewSpectatorLink },
    refuses: [403, 409],
    run: ({ caller, params: { meetingId } }) =>
      db.write(async (tx) => {
        const { meeting, now } = await lockForLinks(tx, caller, meetingId);
        if (!isEditable(statusAt(meeting, now))) {
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
        const [row = notStored()] = await tx.insert(spectatorLinks).values(values).returning();
        tx.afterCommit(() => disconnect({ kind: 'screens', meetingId }));
        return { ...toLink(row), secret };
      }),
  });

  answer('DELETE /meetings/:meetingId/spectator-link', {
    operationId: 'revokeScreenLink',
    summary: 'Revoke a screen link',
    description: 'By a lead or a team admin. Its screens are disconnected immediately.',
    refuses: [403],
    run: ({ caller, params: { meetingId } }) =>
      db.write(async (tx) => {
        await lockForLinks(tx, caller, meetingId);
        await tx.delete(spectatorLinks).where(eq(spectatorLinks.meetingId, meetingId));
        tx.afterCommit(() => disconnect({ kind: 'screens', meetingId }));
      }),
  });

  answer('POST /spectator/session', {
    operationId: 'createScreenSession',
    summary: 'Exchange a screen link’s secret for a session',
    description:
      'Without a login. The session reads one board without a viewer’s rights, and nothing else.',
    config: { public: true, ...entryLimits },
    body: SpectatorEntry,
    answers: { 201: SpectatorSession },
    refuses: [404],
    async run({ body: { secret } }) {
      const [found] = await findLinks(db, eq(spectatorLinks.secretHash, hashSecret(secret)));
      if (!found) throw new ApiError('SCREEN_LINK_GONE');
      const token = newSecret();
      const [session = notStored()] = await db
        .insert(spectatorSessions)
        .values({
          tokenHash: hashSecret(token),
          linkId: found.link.id,
          expiresAt: fromDatabaseNow(liveLimits.spectatorSessionMaxAge),
        })
        .returning();
      return {
        meeting_id: found.meeting.id,
        access_token: token,
        expires_at: session.expiresAt.toISOString(),
      };
    },
  });

  answer('GET /spectator/board', {
    operationId: 'getScreenBoard',
    summary: 'Get a screen’s board',
    description: 'With a screen’s token: the board without a viewer’s rights.',
    config: { public: true, compresses: true },
    answers: { 200: SpectatorBoard },
    refuses: [401],
    run: ({ request }) =>
      forScreen(request, wholeBoard, ({ meetingId }) => boards.spectatorSnapshot(meetingId)),
  });

  answer('GET /spectator/records', {
    operationId: 'getScreenRecords',
    summary: 'Get a screen’s board as records',
    description:
      'With a screen’s token: like `GET /meetings/{meetingId}/records`. In joining `missing` counts the active members ' +
      'who are not present, and lists them if they are at most six.',
    config: { public: true, compresses: true },
    answers: { 200: SpectatorRecords },
    refuses: [401],
    run: ({ request }) =>
      forScreen(request, wholeBoard, ({ meetingId }) => boards.spectatorRecords(meetingId)),
  });

  answer('GET /spectator/events', {
    operationId: 'listScreenEvents',
    summary: 'List the changes of a screen’s board',
    description: 'With a screen’s token: like `GET /meetings/{meetingId}/events`.',
    querystring: EventsQuery,
    answers: { 200: EventsPage },
    refuses: [401],
    config: { public: true },
    route: eventsEncoding,
    run: ({ request, query }) =>
      forScreen(request, 2, ({ meetingId }) => boards.spectatorEvents(meetingId, query.since)),
  });

  answer('POST /spectator/live-ticket', {
    operationId: 'createScreenLiveTicket',
    summary: 'Get a live ticket for a screen',
    description:
      'With a screen’s token: valid once within 30 seconds for the live channel of its meeting.',
    config: { public: true },
    answers: { 201: LiveTicket },
    refuses: [401, 404, 409],
    run: ({ request }) =>
      forScreen(request, 1, async ({ linkId, meetingId }) => {
        const [found] = await findLinks(db, eq(spectatorLinks.meetingId, meetingId));
        if (!found) throw new ApiError('SCREEN_LINK_GONE');
        if (statusAt(found.meeting, found.now) !== 'live') {
          throw new ApiError('MEETING_NOT_LIVE');
        }
        const ticket = ticketPrefix + newSecret();
        const [issued = notStored()] = await db
          .insert(spectatorTickets)
          .values({
            ticketHash: hashSecret(ticket),
            linkId,
            expiresAt: fromDatabaseNow(liveLimits.ticketMaxAge),
          })
          .returning();
        return { ticket, expires_at: issued.expiresAt.toISOString() };
      }),
  });
}
