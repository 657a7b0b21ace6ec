// The guest link and the guests of a meeting, managed by its leads. A guest is a `users` row without a password, whose
// session gives access to one board (docs/retro.md ).
import { GuestLinkInput, GuestUpdate } from '@wentwell/contract/guests/guest-changes';
import {
  Guest,
  type GuestLink,
  GuestLinkState,
  NewGuestLink,
} from '@wentwell/contract/guests/guests';
import { type MeetingId, SpectatorLinkId, type UserId } from '@wentwell/contract/ids';
import { type SQL, and, asc, eq, ne } from 'drizzle-orm';
import { z } from 'zod';

import type { BoardStore } from '#server/board/store';
import {
  lockForLinks,
  requireLinkManager,
  takesGuests,
} from '#server/features/meetings/meeting-access';
import { teams } from '#server/features/teams/teams.table';
import { type UserRow, users } from '#server/features/users/users.table';
import { boardChannel } from '#server/live/change-log';
import type { Disconnect } from '#server/live/disconnect';
import type { Bus } from '#server/platform/bus/bus';
import type { Database, Tx } from '#server/platform/db/database';
import { ApiError, notFound, notStored } from '#server/platform/http/api-error';
import { type Api, callsOf } from '#server/platform/http/calls';
import { newId } from '#server/platform/ids';
import { hashSecret, newSecret } from '#server/platform/secrets';

import { endGuests, findGuestLinks, guestLinks, guestStateOf } from './guests.table.ts';

interface GuestEffectsDeps {
  bus: Bus;
  store: Pick<BoardStore, 'changeLocked'>;
  disconnect: Disconnect;
}

/** Effects of changed guests outside their rows, on the open board. */
export function guestEffects({ bus, store, disconnect }: GuestEffectsDeps) {
  /** Publishes a hint on the board's channel, so that the leads' pages reload the guest list. */
  function announceGuests(tx: Tx, meetingId: MeetingId): void {
    tx.afterCommit(() => bus.publish(boardChannel(meetingId), JSON.stringify({ hint: 'guests' })));
  }

  return {
    announceGuests,

    /** Ends the records that removed guests have as participants, and closes their sockets. Requires the meeting's lock. */
    async disconnectGuests(
      tx: Tx,
      ids: readonly UserId[],
      { meetingId, actorId }: { meetingId: MeetingId; actorId: UserId },
    ): Promise<void> {
      for (const user_id of ids) {
        await store.changeLocked(tx, meetingId, {
          name: 'meeting.leave',
          input: { user_id },
          actorId,
        });
      }
      tx.afterCommit(() => {
        for (const userId of ids) disconnect({ kind: 'user', userId, forget: true });
      });
      announceGuests(tx, meetingId);
    },
  };
}
export type GuestEffects = ReturnType<typeof guestEffects>;

interface GuestsDeps {
  db: Database;
  disconnect: Disconnect;
  effects: GuestEffects;
}

function toGuest(row: UserRow): Guest {
  return {
    user_id: row.id,
    name: row.firstName,
    state: guestStateOf(row),
    muted: row.guestState === 'muted',
    asked_at: row.createdAt.toISOString(),
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

export function guestsRoutes(api: Api, { db, disconnect, effects }: GuestsDeps): void {
  const { announceGuests, disconnectGuests } = effects;
  const { answer } = callsOf(api, 'Guests');

  answer('GET /meetings/:meetingId/guest-link', {
    operationId: 'getGuestLink',
    summary: 'Get the state of the guest link',
    description: 'For leads and team admins. The secret is never returned again.',
    answers: { 200: GuestLinkState },
    refuses: [403],
    async run({ caller, params: { meetingId } }) {
      await requireLinkManager(db, caller, meetingId);
      const [found] = await findGuestLinks(db, eq(guestLinks.meetingId, meetingId));
      return { link: found ? toLink(found.link) : null };
    },
  });

  answer('POST /meetings/:meetingId/guest-link', {
    operationId: 'createGuestLink',
    summary: 'Create a guest link',
    description:
      'By a lead or a team admin of a planned or live meeting whose settings allow guests. Replaces an ' +
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
        const [row = notStored()] = await tx
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
        return { ...toLink(row), secret };
      }),
  });

  answer('DELETE /meetings/:meetingId/guest-link', {
    operationId: 'revokeGuestLink',
    summary: 'Revoke a guest link',
    description: 'By a lead or a team admin. Its guests lose access immediately.',
    refuses: [403],
    run: ({ caller, params: { meetingId } }) =>
      db.write(async (tx) => {
        await lockForLinks(tx, caller, meetingId);
        const out = await endGuests(tx, meetingId);
        await disconnectGuests(tx, out, { meetingId, actorId: caller.userId });
      }),
  });

  answer('GET /meetings/:meetingId/guests', {
    operationId: 'listGuests',
    summary: 'List a meeting’s guests',
    description: 'For leads and team admins: waiting and admitted guests.',
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
      'By a lead or a team admin. A muted guest can only read. A removed guest is out permanently.',
    body: GuestUpdate,
    answers: { 200: Guest },
    refuses: [403],
    run: ({ caller, params: { meetingId, guestId }, body: { state, name, muted } }) =>
      db.write(async (tx) => {
        await lockForLinks(tx, caller, meetingId);
        const isMeant = and(eq(users.id, guestId), isIn(meetingId));
        const [before = notFound()] = await tx
          .select()
          .from(users)
          .where(isMeant)
          .for('no key update');
        const next = state ?? guestStateOf(before);
        // A guest who was never admitted has no data on the board.
        if (next === 'removed' && before.guestState === 'waiting') {
          await tx.delete(users).where(isMeant);
          announceGuests(tx, meetingId);
          return toGuest({ ...before, guestState: 'removed' });
        }
        const isMuted = muted ?? before.guestState === 'muted';
        const [guest = notFound()] = await tx
          .update(users)
          .set({
            isActive: next === 'admitted',
            guestState: next === 'admitted' && isMuted ? 'muted' : next,
            firstName: name,
          })
          .where(isMeant)
          .returning();
        // The guest still has the link, so from now on every guest needs admission.
        if (next === 'removed' || muted) {
          await tx
            .update(guestLinks)
            .set({ admit: true })
            .where(eq(guestLinks.meetingId, meetingId));
        }
        if (next === 'removed') {
          await disconnectGuests(tx, [guestId], { meetingId, actorId: caller.userId });
        } else {
          // The client of an admitted guest reconnects with the new name and permissions.
          tx.afterCommit(() => disconnect({ kind: 'guest', userId: guestId }));
          announceGuests(tx, meetingId);
        }
        return toGuest(guest);
      }),
  });
}
