// Guest routes: the guest link, entry, and moderation by the meeting's leads. A guest is a `users` row without a
// password, whose session gives access to one board (docs/retro.md ).
import {
  GuestEntry,
  guestLimits,
  GuestLinkInput,
  GuestLinkSecret,
  GuestRename,
  GuestUpdate,
} from '@wentwell/contract/guest-changes';
import {
  Guest,
  GuestInvitation,
  type GuestLink,
  GuestLinkState,
  GuestSession,
  type GuestState,
  NewGuestLink,
  NewGuestSession,
} from '@wentwell/contract/guests';
import { type MeetingId, SpectatorLinkId, UserId } from '@wentwell/contract/ids';
import type { SessionToken } from '@wentwell/contract/sessions';
import { and, asc, eq, gte, lt, ne, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import type { BoardStore } from '#server/board/store';
import {
  requireLinkManager,
  lockForLinks,
  takesGuests,
} from '#server/features/meetings/meeting-access';
import { meetings, statusAt } from '#server/features/meetings/meetings.table';
import { memberColor, teams } from '#server/features/teams/teams.table';
import { personNames, type UserRow, users } from '#server/features/users/users.table';
import { boardChannel } from '#server/live/change-log';
import type { Disconnect } from '#server/live/disconnect';
import type { Rooms } from '#server/live/rooms';
import type { Bus } from '#server/platform/bus/bus';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { databaseNowField, fromDatabaseNow } from '#server/platform/db/database-time';
import type { Api } from '#server/platform/http/api';
import { ApiError } from '#server/platform/http/api-error';
import { tokenOf } from '#server/platform/http/caller';
import { callsOf } from '#server/platform/http/calls';
import { HOUR, MINUTE } from '#server/platform/http/rate-limits';
import { newId } from '#server/platform/ids';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { endGuests, findGuest, guestIsOut, guestLinks, isActiveGuestLink } from './guests.table.ts';

// The 256-bit secret cannot be guessed. The limit bounds load and the number of guests.
const entryLimits = {
  addressLimit: {
    timeWindow: MINUTE,
    failures: 20,
    successes: 120,
    tolerates: ['GUESTS_FULL', 'GUESTS_WAITING'],
  },
} as const;
// Each new name is shown to the leads.
const renameLimits = { addressLimit: { timeWindow: MINUTE, failures: 20, successes: 30 } };
const withoutLogin = { config: { public: true } };

interface GuestsDeps {
  db: Database;
  bus: Bus;
  store: Pick<BoardStore, 'changeLocked'>;
  disconnect: Disconnect;
  rooms: Pick<Rooms, 'presence'>;
  sessions: { open(tx: Tx, userId: UserId, userAgent: string): Promise<SessionToken> };
}

interface GuestOfMeeting {
  guest: UserRow;
  meeting: Pick<typeof meetings.$inferSelect, 'id' | 'name'>;
}

function stateOf({ guestState }: Pick<UserRow, 'guestState'>): GuestState {
  return guestState === 'muted' ? 'admitted' : (guestState ?? 'removed');
}

function toGuest(row: UserRow): Guest {
  return {
    user_id: row.id,
    name: row.firstName,
    state: stateOf(row),
    muted: row.guestState === 'muted',
    asked_at: row.createdAt.toISOString(),
  };
}

function toGuestSession({ guest, meeting }: GuestOfMeeting): GuestSession {
  return {
    meeting_id: meeting.id,
    meeting_name: meeting.name,
    user_id: guest.id,
    name: guest.firstName,
    state: stateOf(guest),
  };
}

function toLink(row: typeof guestLinks.$inferSelect): GuestLink {
  return {
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    max: row.max,
    admit: row.admit,
  };
}

function isIn(meetingId: MeetingId): SQL | undefined {
  return and(eq(users.guestOf, meetingId), ne(users.guestState, 'removed'));
}

export function guestsRoutes(
  api: Api,
  { db, bus, store, disconnect, rooms, sessions: logins }: GuestsDeps,
): void {
  /** Loads a valid link with its meeting and creator. Throws GUEST_LINK_GONE otherwise. */
  async function linkBy(queries: Queries, where: SQL | undefined, options?: { locks: true }) {
    const query = queries
      .select({ link: guestLinks, meeting: meetings, maker: users, now: databaseNowField })
      .from(guestLinks)
      .innerJoin(meetings, eq(meetings.id, guestLinks.meetingId))
      .innerJoin(teams, eq(teams.id, meetings.teamId))
      .innerJoin(users, eq(users.id, guestLinks.createdBy))
      .where(and(where, isActiveGuestLink));
    const [found] = options ? await query.for('update', { of: guestLinks }) : await query;
    if (!found) throw new ApiError('GUEST_LINK_GONE');
    return found;
  }

  function hasSecret(secret: string): SQL {
    return eq(guestLinks.secretHash, hashSecret(secret));
  }

  /** Publishes a hint on the board's channel, so that the leads' pages reload the guest list. */
  function announce(tx: Tx, meetingId: MeetingId): void {
    tx.afterCommit(() => bus.publish(boardChannel(meetingId), JSON.stringify({ hint: 'guests' })));
  }

  /** Loads the guest of a valid session, admitted or waiting. Throws GUEST_LINK_GONE if the meeting takes no guests. */
  async function guestBy(queries: Queries, token: string): Promise<GuestOfMeeting> {
    const found = await findGuest(queries, token, ['waiting', 'admitted', 'muted']);
    if (!found) throw new ApiError('SESSION_EXPIRED');
    if (!takesGuests(found)) throw new ApiError('GUEST_LINK_GONE');
    return found;
  }

  /** Requires the meeting's lock. */
  function lowerHand(tx: Tx, actorId: UserId, at: { meetingId: MeetingId; guestId: UserId }) {
    const input = { user_id: at.guestId };
    return store.changeLocked(tx, at.meetingId, { name: 'meeting.leave', input, actorId });
  }

  function closeSockets(tx: Tx, ids: readonly UserId[]): void {
    tx.afterCommit(() => {
      for (const userId of ids) disconnect({ kind: 'user', userId, forget: true });
    });
  }

  const { answer } = callsOf(api, 'Guests');

  answer('GET /meetings/:meetingId/guest-link', {
    operationId: 'getGuestLink',
    summary: 'Get the state of the guest link',
    description: 'For the owner and team admins. The secret is never returned again.',
    answers: { 200: GuestLinkState },
    refuses: [403],
    async run({ caller, params: { meetingId } }) {
      await requireLinkManager(db, caller, meetingId);
      const [found] = await db
        .select({ link: guestLinks })
        .from(guestLinks)
        .innerJoin(meetings, eq(meetings.id, guestLinks.meetingId))
        .innerJoin(teams, eq(teams.id, meetings.teamId))
        .where(and(eq(guestLinks.meetingId, meetingId), isActiveGuestLink));
      return { link: found ? toLink(found.link) : null };
    },
  });

  answer('POST /meetings/:meetingId/guest-link', {
    operationId: 'createGuestLink',
    summary: 'Create a guest link',
    description:
      'By the owner or a team admin of a planned or live meeting whose settings allow guests. Replaces an ' +
      'existing link. `secret` is returned once: guests open `/guest#{secret}`.',
    body: GuestLinkInput,
    answers: { 201: NewGuestLink },
    refuses: [403, 409],
    run: ({ caller, params: { meetingId }, body: { max, admit } }) =>
      db.write(async (tx) => {
        const { meeting, now } = await lockForLinks(tx, caller, meetingId);
        if (!takesGuests({ meeting, now })) throw new ApiError('GUESTS_OFF');
        const isAllowed = and(eq(teams.id, meeting.teamId), teams.guests);
        if ((await tx.$count(teams, isAllowed)) === 0) throw new ApiError('GUESTS_FORBIDDEN');
        await tx.delete(guestLinks).where(eq(guestLinks.meetingId, meetingId));
        const secret = newSecret();
        const [row] = await tx
          .insert(guestLinks)
          .values({
            id: newId(SpectatorLinkId),
            meetingId,
            teamId: meeting.teamId,
            secretHash: hashSecret(secret),
            max,
            admit,
            createdBy: caller.userId,
          })
          .returning();
        if (!row) throw new Error('an inserted link was not returned');
        return { ...toLink(row), secret };
      }),
  });

  answer('DELETE /meetings/:meetingId/guest-link', {
    operationId: 'revokeGuestLink',
    summary: 'Revoke a guest link',
    description: 'By the owner or a team admin. Its guests lose access immediately.',
    answers: { 204: z.null() },
    refuses: [403],
    run: ({ caller, params: { meetingId } }) =>
      db.write(async (tx) => {
        await lockForLinks(tx, caller, meetingId);
        const out = await endGuests(tx, meetingId);
        for (const guestId of out) await lowerHand(tx, caller.userId, { meetingId, guestId });
        closeSockets(tx, out);
        announce(tx, meetingId);
      }),
  });

  answer('GET /meetings/:meetingId/guests', {
    operationId: 'listGuests',
    summary: 'List a meeting’s guests',
    description: 'For the owner and team admins: waiting and admitted guests.',
    answers: { 200: z.array(Guest) },
    refuses: [403],
    async run({ caller, params: { meetingId } }) {
      await requireLinkManager(db, caller, meetingId);
      const rows = await db
        .select()
        .from(users)
        .where(isIn(meetingId))
        .orderBy(asc(users.createdAt), asc(users.id));
      return rows.map(toGuest);
    },
  });

  answer('PUT /meetings/:meetingId/guests/:guestId', {
    operationId: 'updateGuest',
    summary: 'Admit, remove, rename or mute a guest',
    description:
      'By the owner or a team admin. A muted guest can only read. A removed guest is out permanently.',
    body: GuestUpdate,
    answers: { 200: Guest },
    refuses: [403],
    run: ({ caller, params: { meetingId, guestId }, body: { state, name, muted } }) =>
      db.write(async (tx) => {
        await lockForLinks(tx, caller, meetingId);
        const isMeant = and(eq(users.id, guestId), isIn(meetingId));
        const [before] = await tx.select().from(users).where(isMeant).for('no key update');
        if (!before) throw new ApiError('NOT_FOUND');
        const next = state ?? stateOf(before);
        // A guest who was never admitted has no data on the board.
        if (next === 'removed' && before.guestState === 'waiting') {
          await tx.delete(users).where(isMeant);
          announce(tx, meetingId);
          return toGuest({ ...before, guestState: 'removed' });
        }
        const isMuted = muted ?? before.guestState === 'muted';
        const [guest] = await tx
          .update(users)
          .set({
            isActive: next === 'admitted',
            guestState: next === 'admitted' && isMuted ? 'muted' : next,
            ...(name !== undefined && { firstName: name }),
          })
          .where(isMeant)
          .returning();
        if (!guest) throw new ApiError('NOT_FOUND');
        if (next === 'removed') await lowerHand(tx, caller.userId, { meetingId, guestId });
        // The guest still has the link, so from now on every guest needs admission.
        if (next === 'removed' || muted) {
          await tx
            .update(guestLinks)
            .set({ admit: true })
            .where(eq(guestLinks.meetingId, meetingId));
        }
        // The client of an admitted guest reconnects with the new name and permissions.
        if (next === 'removed') closeSockets(tx, [guestId]);
        else tx.afterCommit(() => disconnect({ kind: 'guest', userId: guestId }));
        announce(tx, meetingId);
        return toGuest(guest);
      }),
  });

  answer('POST /guest/link', {
    operationId: 'getGuestInvitation',
    summary: 'Get a guest link’s invitation',
    description: 'Without a login: the meeting’s name, and who invites.',
    config: { public: true, ...entryLimits },
    body: GuestLinkSecret,
    answers: { 200: GuestInvitation },
    refuses: [404],
    async run({ body: { secret } }) {
      const { link, meeting, maker, now } = await linkBy(db, hasSecret(secret));
      const { presence } = await rooms.presence(meeting.id);
      return {
        meeting_name: meeting.name,
        invited_by: personNames(maker).full_name || null,
        color: await memberColor(db, meeting.teamId, maker),
        is_live: statusAt(meeting, now) === 'live',
        online: presence.filter(({ isOnline }) => isOnline).length,
        admit: link.admit,
      };
    },
  });

  answer('POST /guest/session', {
    operationId: 'createGuestSession',
    summary: 'Request admission as a guest',
    description:
      'Without a login. The token opens the board of this one meeting once the guest is admitted, and nothing' +
      ' else.',
    config: { public: true, ...entryLimits },
    body: GuestEntry,
    answers: { 201: NewGuestSession },
    refuses: [404, 409],
    run: ({ body: { secret, name }, request }) =>
      db.write(async (tx) => {
        const { link, meeting } = await linkBy(tx, hasSecret(secret), { locks: true });
        const isWaiting = and(eq(users.guestOf, meeting.id), eq(users.guestState, 'waiting'));
        await tx.delete(users).where(and(isWaiting, lt(users.createdAt, fromDatabaseNow(-HOUR))));
        const cameByIt = and(eq(users.guestOf, meeting.id), gte(users.createdAt, link.createdAt));
        if ((await tx.$count(users, cameByIt)) >= link.max) throw new ApiError('GUESTS_FULL');
        if ((await tx.$count(users, isWaiting)) >= guestLimits.waiting) {
          throw new ApiError('GUESTS_WAITING');
        }
        const id = newId(UserId);
        const [guest] = await tx
          .insert(users)
          .values({
            id,
            // Without an @, nobody can register it as an address.
            email: id,
            passwordHash: '',
            firstName: name,
            isActive: !link.admit,
            guestOf: meeting.id,
            guestState: link.admit ? 'waiting' : 'admitted',
          })
          .returning();
        if (!guest) throw new Error('an inserted guest was not returned');
        const { access_token } = await logins.open(tx, id, request.headers['user-agent'] ?? '');
        announce(tx, meeting.id);
        return { ...toGuestSession({ guest, meeting }), access_token };
      }),
  });

  answer('GET /guest/session', {
    operationId: 'getGuestSession',
    summary: 'Get my state as a guest',
    description: 'With a guest’s token.',
    ...withoutLogin,
    answers: { 200: GuestSession },
    refuses: [404],
    run: async ({ request }) => toGuestSession(await guestBy(db, tokenOf(request))),
  });

  answer('PUT /guest/session', {
    operationId: 'renameGuestSession',
    summary: 'Change my name as a guest',
    description: 'With the token of a waiting guest.',
    config: { public: true, ...renameLimits },
    body: GuestRename,
    answers: { 200: GuestSession },
    refuses: [404, 409],
    run: ({ request, body: { name } }) =>
      db.write(async (tx) => {
        const found = await guestBy(tx, tokenOf(request));
        const isTheirs = and(eq(users.id, found.guest.id), eq(users.guestState, 'waiting'));
        const [guest] = await tx.update(users).set({ firstName: name }).where(isTheirs).returning();
        if (!guest) throw new ApiError('GUEST_ADMITTED');
        if (name !== found.guest.firstName) announce(tx, found.meeting.id);
        return toGuestSession({ ...found, guest });
      }),
  });

  answer('DELETE /guest/session', {
    operationId: 'endGuestSession',
    summary: 'Leave as a guest',
    description: 'With a guest’s token, which then opens nothing.',
    ...withoutLogin,
    answers: { 204: z.null() },
    refuses: [404],
    run: ({ request }) =>
      db.write(async (tx) => {
        const { guest, meeting } = await guestBy(tx, tokenOf(request));
        const ofMeeting = eq(meetings.id, meeting.id);
        await tx.select({ id: meetings.id }).from(meetings).where(ofMeeting).for('update');
        const isOwn = eq(users.id, guest.id);
        await tx.delete(users).where(and(isOwn, eq(users.guestState, 'waiting')));
        await tx.update(users).set(guestIsOut).where(isOwn);
        await lowerHand(tx, guest.id, { meetingId: meeting.id, guestId: guest.id });
        closeSockets(tx, [guest.id]);
        announce(tx, meeting.id);
      }),
  });
}
