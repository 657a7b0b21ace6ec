// Setup of live channel tests: a live board with two team members.
import { type ChangeFrame, readPatch } from '@wentwell/contract/board/change-frame';
import { boardRules } from '@wentwell/contract/board/features';
import { noteType } from '@wentwell/contract/board/notes';
import type { BoardRecord, RecordType } from '@wentwell/contract/board/record';
import { Board } from '@wentwell/contract/board/snapshot';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits, liveLimits } from '@wentwell/contract/limits';
import type { Meeting } from '@wentwell/contract/meetings/meetings';
import { Note } from '@wentwell/contract/notes/notes';
import type { Phase } from '@wentwell/contract/phases';
import { desc, eq } from 'drizzle-orm';

import { boardHeads } from '#server/live/board-heads.table';
import { boardChanges } from '#server/live/change-log.table';
import { newTimelessId } from '#server/platform/ids';

import type { TestApp, TestUser } from './build-test-app.ts';
import { buildMeeting, buildTeam, buildUser } from './factories.ts';
import type { LiveClient } from './live-client.ts';
import type { ManualClock } from './manual-clock.ts';

/** A board in the given phase (by default grouping, with revealed notes), its owner and a member. */
export async function buildBoard(app: TestApp, phase: Phase = 'grouping') {
  const [owner, member] = [await buildUser(app), await buildUser(app)];
  const team = await buildTeam(app, { admin: owner, members: [member] });
  const meeting = await buildMeeting(app, { owner, team, phase });
  const path = `/api/v1/meetings/${meeting.id}`;
  /** Adds a note, by default on the first node. */
  async function note(as: TestUser, content: string, node: TestApp = app): Promise<Note> {
    return Note.parse(
      (await node.post(as, `${path}/notes`, { content, id: newTimelessId(NoteId) })).body,
    );
  }
  /** Adds a note outside the action column, which is a topic. */
  async function topic(as: TestUser, content: string): Promise<Note> {
    const body = { content, note_type: 'went_well' };
    return Note.parse((await app.post(as, `${path}/notes`, body)).body);
  }
  /** A socket that follows the board's changes from now on. */
  const followFrom = (as: TestUser, node: TestApp = app) => follow(node, as, meeting.id);
  const enter = (to: string) => app.post(owner, `${path}/phase/transition`, { phase: to });
  /** The board as a person reads it. */
  const boardOf = async (as: TestUser = owner, node: TestApp = app): Promise<Board> =>
    node.read(as, `${path}/board`, Board);
  return { owner, member, team, meeting, path, note, topic, enter, boardOf, follow: followFrom };
}

/** The seqs of a client's received changes, in arrival order. */
export function seqsOf(live: LiveClient): number[] {
  return live.frames.flatMap((frame) => ('seq' in frame ? [frame.seq] : []));
}

/** A client that follows a board's changes from now on. */
export async function follow(app: TestApp, as: TestUser, id: MeetingId): Promise<LiveClient> {
  return app.live(as, id, (await app.read(as, `/api/v1/meetings/${id}/board`, Board)).seq);
}

/** The records of a type in a change, as its viewer may see them. */
export function recordsPut<R extends BoardRecord>(
  { data }: ChangeFrame,
  recordType: RecordType<R>,
): R[] {
  const { put = [] } = readPatch(boardRules.recordTypes, data) ?? {};
  return put
    .filter(({ type }) => type === recordType.type)
    .map((record) => recordType.schema.parse(record));
}

/** A client's received changes, in arrival order. */
export function changesOf(live: LiveClient): ChangeFrame[] {
  return live.frames.filter((frame) => frame.type === 'board_changed');
}

/** The texts of a client's received notes, as it may see them. */
export function textsOf(live: LiveClient): string[] {
  return changesOf(live).flatMap((change) =>
    recordsPut(change, noteType).map(({ content }) => content),
  );
}

/** Advances time in steps in which clients answer the server's pings, so that none times out. */
export async function letPass(
  clock: ManualClock,
  ms: number,
  clients: readonly LiveClient[],
): Promise<void> {
  const step = liveLimits.serverPing / 2;
  for (let left = ms; left > 0; left -= step) {
    clock.advance(Math.min(step, left));
    await Promise.all(clients.map((live) => live.roundTrip()));
  }
}

/** Repeats a board's last change in its log, faster than by calls and unpublished. Returns the seq before. */
export async function growLog(app: TestApp, { id }: Pick<Meeting, 'id'>, count: number) {
  const ofBoard = eq(boardChanges.meetingId, id);
  const [last] = await app.db
    .select()
    .from(boardChanges)
    .where(ofBoard)
    .orderBy(desc(boardChanges.seq));
  if (!last) throw new Error('a board without history');
  const rows = Array.from({ length: count }, (_, index) => ({
    ...last,
    seq: last.seq + 1 + index,
  }));
  await app.db.insert(boardChanges).values(rows);
  await setHead(app, id, { seq: last.seq + count });
  return last.seq;
}

/** Sets a board's head directly. */
export async function setHead(
  { db }: { db: Pick<TestApp['db'], 'update'> },
  meetingId: MeetingId,
  head: Partial<typeof boardHeads.$inferInsert>,
): Promise<void> {
  await db.update(boardHeads).set(head).where(eq(boardHeads.meetingId, meetingId));
}

/** Uses a board's history quota except `left` bytes, as of a time within the last hour. */
export async function fillHistory(
  app: TestApp,
  { id }: Pick<Meeting, 'id'>,
  { left = 0, since = new Date() } = {},
): Promise<void> {
  const historyBytes = limits.boardHistoryBytesPerHour - left;
  await setHead(app, id, { historyBytes, historySince: since });
}
