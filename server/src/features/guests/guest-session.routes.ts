// Routes that guests call: the link's invitation, and their session.
import type { SessionToken } from '@wentwell/contract/accounts/sessions';
import {
  GuestEntry,
  guestLimits,
  GuestLinkSecret,
  GuestRename,
} from '@wentwell/contract/guests/guest-changes';
import { GuestInvitation, GuestSession, NewGuestSession } from '@wentwell/contract/guests/guests';
import { UserId } from '@wentwell/contract/ids';
import { and, eq, gte, lt, type SQL } from 'drizzle-orm';

import { takesGuests } from '#server/features/meetings/meeting-access';
import { meetings, statusAt } from '#server/features/meetings/meetings.table';
import { memberColor } from '#server/features/teams/teams.table';
import { personNames, type UserRow, users } from '#server/features/users/users.table';
import type { Rooms } from '#server/live/rooms';
import type { Database, Queries, Tx } from '#server/platform/db/database';
import { fromDatabaseNow } from '#server/platform/db/database-time';
import { ApiError, notStored } from '#server/platform/http/api-error';
import { tokenOf } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';
import { HOUR, MINUTE } from '#server/platform/http/rate-limits';
import { newId } from '#server/platform/ids';
import { hashSecret } from '#server/platform/secrets';

import type { GuestEffects } from './guests.routes.ts';
import { findGuest, findGuestLinks, guestIsOut, guestLinks, guestStateOf } from './guests.table.ts';

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

interface GuestSessionDeps {
  db: Database;
  effects: GuestEffects;
  rooms: Pick<Rooms, 'presence'>;
  sessions: { open(tx: Tx, userId: UserId, userAgent: string): Promise<SessionToken> };
}

interface GuestOfMeeting {
  guest: UserRow;
  meeting: Pick<typeof meetings.$inferSelect, 'id' | 'name'>;
}

function toGuestSession({ guest, meeting }: GuestOfMeeting): GuestSession {
  return {
    meeting_id: meeting.id,
    meeting_name: meeting.name,
    user_id: guest.id,
    name: guest.firstName,
    state: guestStateOf(guest),
  };
}

function hasSecret(secret: string): SQL {
  return eq(guestLinks.secretHash, hashSecret(secret));
}

export function guestSessionRoutes(
  api: Api,
  { db, effects, rooms, sessions }: GuestSessionDeps,
): void {
  const { announceGuests, disconnectGuests } = effects;

  /** Loads a valid link with its meeting and creator. Throws GUEST_LINK_GONE otherwise. */
  async function linkBy(queries: Queries, where: SQL | undefined, options?: { locks: true }) {
    const query = findGuestLinks(queries, where);
    const [found] = options ? await query.for('update', { of: guestLinks }) : await query;
    if (!found) throw new ApiError('GUEST_LINK_GONE');
    return found;
  }

  /** Loads the guest of a valid session, admitted or waiting. Throws GUEST_LINK_GONE if the meeting takes no guests. */
  async function guestBy(queries: Queries, token: string): Promise<GuestOfMeeting> {
    const found = await findGuest(queries, token, ['waiting', 'admitted', 'muted']);
    if (!found) throw new ApiError('SESSION_EXPIRED');
    if (!takesGuests(found)) throw new ApiError('GUEST_LINK_GONE');
    return found;
  }

  const { answer } = callsOf(api, 'Guests');

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
        const joinedByLink = and(
          eq(users.guestOf, meeting.id),
          gte(users.createdAt, link.createdAt),
        );
        if ((await tx.$count(users, joinedByLink)) >= link.max) throw new ApiError('GUESTS_FULL');
        if ((await tx.$count(users, isWaiting)) >= guestLimits.waiting) {
          throw new ApiError('GUESTS_WAITING');
        }
        const id = newId(UserId);
        const [guest = notStored()] = await tx
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
        const { access_token } = await sessions.open(tx, id, request.headers['user-agent'] ?? '');
        announceGuests(tx, meeting.id);
        return { ...toGuestSession({ guest, meeting }), access_token };
      }),
  });

  answer('GET /guest/session', {
    operationId: 'getGuestSession',
    summary: 'Get my state as a guest',
    description: 'With a guest’s token.',
    ...withoutLogin,
    answers: { 200: GuestSession },
    refuses: [401, 404],
    run: async ({ request }) => toGuestSession(await guestBy(db, tokenOf(request))),
  });

  answer('PUT /guest/session', {
    operationId: 'renameGuestSession',
    summary: 'Change my name as a guest',
    description: 'With the token of a waiting guest.',
    config: { public: true, ...renameLimits },
    body: GuestRename,
    answers: { 200: GuestSession },
    refuses: [401, 404, 409],
    run: ({ request, body: { name } }) =>
      db.write(async (tx) => {
        const found = await guestBy(tx, tokenOf(request));
        const isTheirs = and(eq(users.id, found.guest.id), eq(users.guestState, 'waiting'));
        const [guest] = await tx.update(users).set({ firstName: name }).where(isTheirs).returning();
        if (!guest) throw new ApiError('GUEST_ADMITTED');
        if (name !== found.guest.firstName) announceGuests(tx, found.meeting.id);
        return toGuestSession({ ...found, guest });
      }),
  });

  answer('DELETE /guest/session', {
    operationId: 'endGuestSession',
    summary: 'Leave as a guest',
    description: 'With a guest’s token, which then opens nothing.',
    ...withoutLogin,
    refuses: [401, 404],
    run: ({ request }) =>
      db.write(async (tx) => {
        const { guest, meeting } = await guestBy(tx, tokenOf(request));
        const ofMeeting = eq(meetings.id, meeting.id);
        await tx.select({ id: meetings.id }).from(meetings).where(ofMeeting).for('update');
        const isOwn = eq(users.id, guest.id);
        await tx.delete(users).where(and(isOwn, eq(users.guestState, 'waiting')));
        await tx.update(users).set(guestIsOut).where(isOwn);
        await disconnectGuests(tx, [guest.id], { meetingId: meeting.id, actorId: guest.id });
      }),
  });
}
