// Moves a guest's work to an account, after the meeting (docs/retro.md ).
import { GuestClaim } from '@wentwell/contract/guests/guest-changes';
import type { MeetingId } from '@wentwell/contract/ids';
import { isEditable } from '@wentwell/contract/meetings/meetings';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';

import type { BoardStore } from '#server/board/store';
import { requireLocked } from '#server/features/actions/actions.table';
import { sessions } from '#server/features/auth/sessions.table';
import { comments } from '#server/features/comments/comments.table';
import { findGuest, guestIsOut } from '#server/features/guests/guests.table';
import { meetings, statusAt } from '#server/features/meetings/meetings.table';
import { notes } from '#server/features/notes/notes.table';
import { users } from '#server/features/users/users.table';
import type { Database, Tx } from '#server/platform/db/database';
import { ApiError } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import { type Api, callsOf } from '#server/platform/http/calls';

/** Guests stay admitted after the meeting's end. Removed guests and revoked links are excluded. */
async function guestBy(tx: Tx, token: string) {
  const found = await findGuest(tx, token, ['admitted', 'muted']);
  if (!found) throw new ApiError('GUEST_CLAIM_GONE');
  if (isEditable(statusAt(found.meeting, found.now))) {
    throw new ApiError('GUEST_CLAIM_EARLY');
  }
  return found;
}
type Found = Awaited<ReturnType<typeof guestBy>>;

/** Locks the guest's board and the boards that their notes were carried over to. */
async function lockBoards(tx: Tx, { guest, meeting }: Found): Promise<MeetingId[]> {
  const written = unionAll(
    tx
      .select({ id: sql<MeetingId>`${meetings.id}` })
      .from(meetings)
      .where(eq(meetings.id, meeting.id)),
    tx
      .select({ id: sql<MeetingId>`${notes.meetingId}` })
      .from(notes)
      .where(eq(notes.authorId, guest.id)),
  );
  const boards = () =>
    tx
      .select({ id: meetings.id })
      .from(meetings)
      .where(inArray(meetings.id, written))
      .orderBy(asc(meetings.id));
  const locked = await boards().for('update');
  requireLocked(locked, await boards());
  return locked.map(({ id }) => id);
}

export function guestClaimRoutes(
  api: Api,
  { db, store }: { db: Database; store: Pick<BoardStore, 'changeLockedBoards'> },
): void {
  async function claim(tx: Tx, { userId }: Caller, token: string): Promise<void> {
    const boards = await lockBoards(tx, await guestBy(tx, token));
    // Read again under the lock: a concurrent claim may have committed.
    const { guest, meeting } = await guestBy(tx, token);
    const input = { meeting_id: meeting.id, guest_id: guest.id, user_id: userId };
    await store.changeLockedBoards(tx, boards, { name: 'person.claim', input, actorId: null });
    // Boards hold neither deleted notes nor their comments, so update the rows.
    for (const table of [notes, comments]) {
      await tx.update(table).set({ authorId: userId }).where(eq(table.authorId, guest.id));
    }
    const isNameless = and(eq(users.firstName, ''), eq(users.lastName, ''));
    await tx
      .update(users)
      .set({ firstName: guest.firstName })
      .where(and(eq(users.id, userId), isNameless));
    await tx.delete(sessions).where(eq(sessions.userId, guest.id));
    await tx
      .update(users)
      .set({ ...guestIsOut, claimedBy: userId })
      .where(eq(users.id, guest.id));
  }

  callsOf(api, 'Guests').answer('POST /guest/claim', {
    operationId: 'claimGuestWork',
    summary: 'Claim a guest’s work',
    description:
      'Requires an account’s login, and in the body a guest token of an ended retro. Works once. Everything ' +
      'in the guest’s name then has the account’s. Gives no access to the meeting or its team.',
    body: GuestClaim,
    refuses: [409],
    run: ({ caller, body }) => db.write((tx) => claim(tx, caller, body.guest_token)),
  });
}
