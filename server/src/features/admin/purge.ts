// Permanently deletes soft-deleted rows with their dependents and all traces. Callers hold the row's lock.
import type { DeletedKind } from '@wentwell/contract/admin/admin';
import {
  type ActionId,
  InvitationId,
  MeetingId,
  NoteId,
  TeamId,
  UserId,
} from '@wentwell/contract/ids';
import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type AnyPgColumn, union } from 'drizzle-orm/pg-core';
import { z } from 'zod';

import { boardRecords, namesPerson } from '#server/board/board-records.table';
import { keepCounted } from '#server/board/counted-retros';
import type { BoardStore } from '#server/board/store';
import {
  actions,
  boardsShowing,
  lockShowing,
  requireLocked,
} from '#server/features/actions/actions.table';
import { checkInTurns } from '#server/features/check-in/check-ins.table';
import { comments } from '#server/features/comments/comments.table';
import { invitations } from '#server/features/invitations/invitations.table';
import { type MeetingRow, meetings } from '#server/features/meetings/meetings.table';
import { noteIdOf, notes, wasCarriedOver } from '#server/features/notes/notes.table';
import { reactions } from '#server/features/reactions/reactions.table';
import { memberships, teams } from '#server/features/teams/teams.table';
import {
  erasing,
  isActiveAccount,
  personNames,
  type UserRow,
  users,
} from '#server/features/users/users.table';
import { votes } from '#server/features/votes/votes.table';
import { eraseBoards, eraseTexts } from '#server/live/erasure';
import type { Tx } from '#server/platform/db/database';
import { ApiError, notFound } from '#server/platform/http/api-error';
import { forgetReceipts } from '#server/platform/http/receipts';
import { idsOf } from '#server/platform/ids';
import { forgetMail } from '#server/platform/mail/mail-queue';

export interface PurgeTarget<Id = string> {
  /** The superuser. Null: a retention job. */
  actorId: UserId | null;
  id: Id;
  /** Cursor: the last board purged by the previous transaction. */
  after?: MeetingId | undefined;
}

export interface DeletedRef {
  kind: DeletedKind;
  id: string;
}

const Row = z.object({ deleted: z.boolean(), erasing: z.boolean() });

/** SQL that tells whether the purge has begun, for kinds that need several transactions. */
const erasingOf: Partial<Record<DeletedKind, SQL>> = {
  teams: sql`is_erasing`,
  users: sql`password_hash = ${erasing}`,
};

/** Locks the row, deleted or not. `kind` is also the table name. */
export async function lockRow(tx: Tx, { kind, id }: DeletedRef) {
  if (kind === 'notes') {
    // Lock order: board first, then note. The reverse order could deadlock.
    await tx.execute(sql`select from meetings
      where id = (select meeting_id from notes where id = ${id}) for update`);
  }
  const isErasing = erasingOf[kind] ?? sql`false`;
  const found = await tx.execute(
    sql`select deleted_at is not null as deleted, ${isErasing} as erasing
      from ${sql.identifier(kind)} where id = ${id} for update`,
  );
  if (!found.rows[0]) throw new ApiError('NOT_FOUND');
  return Row.parse(found.rows[0]);
}

/** Returns the last purged board if more remain for another transaction. */
type Purge = (tx: Tx, target: PurgeTarget) => Promise<MeetingId | void>;

/** Maximum number of boards that one transaction purges. */
const boardsAtOnce = 5;

/** Erases the team's invitation emails, which contain addresses and the team's name. */
async function forgetInvitationMail(tx: Tx, which: { teamId: TeamId; emails: string[] }) {
  const [team] = await tx.select().from(teams).where(eq(teams.id, which.teamId));
  if (team) await forgetMail(tx, { to: which.emails, naming: team.name });
}

async function purgeInvitation(tx: Tx, id: InvitationId): Promise<void> {
  const [gone = notFound()] = await tx
    .delete(invitations)
    .where(eq(invitations.id, id))
    .returning();
  await forgetInvitationMail(tx, { teamId: gone.teamId, emails: [gone.email] });
}

/** Keeps guests who still have carried-over notes. */
async function removeGuests(tx: Tx, which: SQL | undefined): Promise<void> {
  const meeting = tx.select().from(meetings).where(eq(meetings.id, users.guestOf));
  const carried = tx.select().from(notes).where(eq(notes.authorId, users.id));
  await tx
    .delete(users)
    .where(and(isNotNull(users.guestOf), which, notExists(meeting), notExists(carried)));
}

/**
 * Moves claims to a meeting of the team with carried-over notes of the account, which stays a guest there
 * (docs/retro.md R-328). Never to one in which the account wrote: there it was a member.
 */
async function moveClaims(tx: Tx, ids: readonly MeetingId[]): Promise<void> {
  const next = sql`(select next.id from meetings join meetings as next
      on next.team_id = meetings.team_id and next.id <> all(${sql.param([...ids])}::uuid[])
    join notes on notes.meeting_id = next.id and notes.author_id = users.claimed_by
    where meetings.id = users.guest_of
    group by next.id having bool_and${wasCarriedOver} order by next.id limit 1)`;
  await tx
    .update(users)
    .set({ guestOf: sql`coalesce(${next}, users.guest_of)` })
    .where(and(inArray(users.guestOf, [...ids]), isNotNull(users.claimedBy)));
}

async function removeMeetings(tx: Tx, ids: readonly MeetingId[]): Promise<void> {
  await eraseBoards(tx, ids);
  const ofMeetings = inArray(notes.meetingId, [...ids]);
  const wrote = await tx.selectDistinct({ id: notes.authorId }).from(notes).where(ofMeetings);
  await moveClaims(tx, ids);
  // Notes are deleted by cascade.
  await tx.delete(meetings).where(inArray(meetings.id, [...ids]));
  const writers = wrote.flatMap(({ id }) => id ?? []);
  await removeGuests(tx, or(inArray(users.guestOf, [...ids]), inArray(users.id, writers)));
}

/** Purges the next batch of boards, already hidden by the deletion. The last batch also deletes the team. */
async function purgeTeam(tx: Tx, id: TeamId): Promise<MeetingId | void> {
  const boards = await tx
    .select({ id: meetings.id })
    .from(meetings)
    .where(eq(meetings.teamId, id))
    .orderBy(asc(meetings.id))
    .limit(boardsAtOnce)
    .for('update');
  const ids = idsOf(boards);
  await tx.delete(actions).where(inArray(actions.meetingId, ids));
  await removeMeetings(tx, ids);
  if (ids.length === boardsAtOnce) {
    await tx.update(teams).set({ isErasing: true }).where(eq(teams.id, id));
    return ids.at(-1);
  }
  const invited = await tx
    .select({ email: invitations.email })
    .from(invitations)
    .where(eq(invitations.teamId, id));
  await forgetInvitationMail(tx, { teamId: id, emails: invited.map(({ email }) => email) });
  // Invitations and memberships are deleted by cascade.
  await tx.delete(teams).where(eq(teams.id, id));
}

function namesInAction(id: UserId) {
  return or(
    eq(actions.assigneeId, id),
    eq(actions.formerAssigneeId, id),
    eq(actions.createdBy, id),
  );
}

/** The ids of the boards with any data of the user. */
function boardsOfPerson(tx: Tx, id: UserId) {
  const boardsOf = (
    table:
      | typeof notes
      | typeof comments
      | typeof reactions
      | typeof votes
      | typeof checkInTurns
      | typeof boardRecords
      | typeof actions,
    isTheirs: SQL | undefined,
  ) =>
    tx
      .select({ id: sql<MeetingId>`${table.meetingId}` })
      .from(table)
      .where(isTheirs);
  return union(
    tx
      .select({ id: sql<MeetingId>`${meetings.id}` })
      .from(meetings)
      .where(eq(meetings.ownerId, id)),
    boardsOf(notes, eq(notes.authorId, id)),
    boardsOf(comments, eq(comments.authorId, id)),
    boardsOf(reactions, eq(reactions.userId, id)),
    boardsOf(votes, eq(votes.userId, id)),
    boardsOf(checkInTurns, eq(checkInTurns.userId, id)),
    boardsOf(boardRecords, namesPerson(id)),
    boardsOf(actions, and(namesInAction(id), isNull(actions.deletedAt))),
  );
}

/** Does what `on delete set null` does later. Versions and times stay unchanged. */
async function unname(tx: Tx, person: UserId, items: readonly ActionId[]): Promise<void> {
  const without = (column: AnyPgColumn) => sql`nullif(${column}, ${person})`;
  await tx
    .update(actions)
    .set({
      assigneeId: without(actions.assigneeId),
      formerAssigneeId: without(actions.formerAssigneeId),
      createdBy: without(actions.createdBy),
    })
    .where(inArray(actions.id, [...items]));
}

/** The meeting's next owner: the team's longest-standing admin, else its longest-standing member, else null. */
async function successorOf(tx: Tx, { teamId, ownerId }: MeetingRow): Promise<UserId | null> {
  const [successor] = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.teamId, teamId), ne(memberships.userId, ownerId), isActiveAccount))
    .orderBy(
      sql`${memberships.role} = 'admin' desc`,
      asc(memberships.joinedAt),
      asc(memberships.userId),
    )
    .limit(1);
  return successor?.id ?? null;
}

/** Erases mail to the user and in their name. If a new account uses the address, its mail stays. */
async function purgeCorrespondence(tx: Tx, person: UserRow): Promise<void> {
  const address = person.email.toLowerCase();
  const isTheirs = sql`lower(${users.email}) = ${address}`;
  const [newAccount] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isTheirs, ne(users.id, person.id)))
    .limit(1);
  await forgetMail(tx, {
    to: [address],
    ...(newAccount && person.deletedAt && { until: person.deletedAt }),
  });
  if (!newAccount)
    await tx.delete(invitations).where(sql`lower(${invitations.email}) = ${address}`);
  const sent = await tx
    .delete(invitations)
    .where(eq(invitations.senderId, person.id))
    .returning({ email: invitations.email });
  await forgetMail(tx, {
    to: sent.map(({ email }) => email),
    naming: personNames(person).display_name,
  });
  await forgetReceipts(tx, person.id);
}

export function purgeService(store: BoardStore): Record<DeletedKind, Purge> {
  /** Publishes the change to other boards that show action items of these meetings. */
  async function purgeMeetings(
    tx: Tx,
    actorId: UserId | null,
    ids: readonly MeetingId[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const isAgreed = and(inArray(actions.meetingId, [...ids]), isNull(actions.deletedAt));
    const others = await lockShowing(tx, isAgreed, notInArray(meetings.id, [...ids]));
    const input = { ids };
    await store.changeLockedBoards(tx, idsOf(others), { name: 'meeting.purge', input, actorId });
    await removeMeetings(tx, ids);
  }

  async function purgeNote(tx: Tx, actorId: UserId | null, rowId: NoteId): Promise<void> {
    const [row = notFound()] = await tx.select().from(notes).where(eq(notes.id, rowId));
    const { meetingId } = row;
    const id = noteIdOf(row);
    const rowIds = new Map([[id, rowId]]);
    await store.changeLocked(tx, meetingId, { name: 'note.purge', input: { id }, actorId, rowIds });
    await tx.delete(notes).where(eq(notes.id, rowId));
    await eraseTexts(tx, { meetingId }, [{ type: 'note', id }]);
    if (row.authorId) await removeGuests(tx, eq(users.id, row.authorId));
  }

  /** Purges all data of the user on a board, deleted or not. */
  async function purgeFromBoard(
    tx: Tx,
    actorId: UserId | null,
    { person, board, successor }: { person: UserId; board: MeetingRow; successor: UserId | null },
  ): Promise<void> {
    const isOwn = and(eq(notes.meetingId, board.id), eq(notes.authorId, person));
    const own = await tx.select().from(notes).where(isOwn);
    const input = { user_id: person, successor, note_ids: own.map(noteIdOf) };
    await store.changeLocked(tx, board.id, { name: 'person.purge', input, actorId });
    const isTheirs = and(eq(comments.meetingId, board.id), eq(comments.authorId, person));
    const deletedComments = await tx
      .delete(comments)
      .where(isTheirs)
      .returning({ id: comments.id });
    const deletedNotes = await tx.delete(notes).where(isOwn).returning();
    const texts = [
      ...deletedComments.map(({ id }) => ({ type: 'comment', id })),
      ...deletedNotes.map((row) => ({ type: 'note', id: noteIdOf(row) })),
    ];
    await eraseTexts(tx, { meetingId: board.id }, texts);
  }

  /** Purges the next batch of boards and locks only those. The last batch also deletes the account. */
  async function purgeUser(
    tx: Tx,
    { actorId, id, after }: PurgeTarget<UserId>,
  ): Promise<MeetingId | void> {
    const [person = notFound()] = await tx.select().from(users).where(eq(users.id, id));
    const step = await tx
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(inArray(meetings.id, boardsOfPerson(tx, id)), after && gt(meetings.id, after)))
      .orderBy(asc(meetings.id))
      .limit(boardsAtOnce);
    const ids = idsOf(step);
    const isLast = ids.length < boardsAtOnce;
    const owned = tx.select({ id: meetings.id }).from(meetings).where(eq(meetings.ownerId, id));
    const isNamed = and(
      isNull(actions.deletedAt),
      or(namesInAction(id), sql`${actions.meetingId} = any(array(${owned}))`),
      isLast ? undefined : inArray(actions.meetingId, ids),
    );
    const ofStep = tx
      .select({ id: sql<MeetingId>`${meetings.id}` })
      .from(meetings)
      .where(inArray(meetings.id, ids));
    // Locks all affected boards in lock order, before their notes.
    const boards = await tx
      .select()
      .from(meetings)
      .where(inArray(meetings.id, ofStep.unionAll(boardsShowing(tx, isNamed))))
      .orderBy(asc(meetings.id))
      .for('update');
    requireLocked(boards, await lockShowing(tx, isNamed));
    const ofBoards = inArray(actions.meetingId, idsOf(boards));
    const items = await tx
      .select({ id: actions.id })
      .from(actions)
      .where(and(ofBoards, namesInAction(id)));
    const successors = new Map<MeetingId, UserId | null>();
    for (const board of boards) {
      if (board.ownerId === id) successors.set(board.id, await successorOf(tx, board));
    }
    // Must come first. Its changes to other boards are logged with the user's data, which the loop below erases.
    const ownerless = boards.filter((board) => successors.get(board.id) === null);
    await purgeMeetings(tx, actorId, idsOf(ownerless));
    await keepCounted(tx, idsOf(boards));
    for (const board of boards) {
      const successor = successors.get(board.id) ?? null;
      if (!ownerless.includes(board)) {
        await purgeFromBoard(tx, actorId, { person: id, board, successor });
      }
    }
    if (!isLast) {
      await unname(tx, id, idsOf(items));
      await tx.update(users).set({ passwordHash: erasing }).where(eq(users.id, id));
      return ids.at(-1);
    }
    await purgeCorrespondence(tx, person);
    // Foreign keys delete memberships, sessions and links, and clear names in action items.
    await tx.delete(users).where(eq(users.id, id));
  }

  return {
    invitations: (tx, { id }) => purgeInvitation(tx, InvitationId.parse(id)),
    meetings: (tx, { actorId, id }) => purgeMeetings(tx, actorId, [MeetingId.parse(id)]),
    notes: (tx, { actorId, id }) => purgeNote(tx, actorId, NoteId.parse(id)),
    teams: (tx, { id }) => purgeTeam(tx, TeamId.parse(id)),
    users: (tx, target) => purgeUser(tx, { ...target, id: UserId.parse(target.id) }),
  };
}
export type PurgeService = ReturnType<typeof purgeService>;
