// The scene of the tests of the live channel: a live board with two people of its team.
import { Board } from '@wentwell/contract/board';
import { type ChangeFrame, readPatch } from '@wentwell/contract/board/change-frame';
import { boardRules } from '@wentwell/contract/board/features';
import { noteType } from '@wentwell/contract/board/notes';
import type { BoardRecord, RecordType } from '@wentwell/contract/board/record';
import { type MeetingId, NoteId } from '@wentwell/contract/ids';
import { limits, liveLimits } from '@wentwell/contract/limits';
import type { Meeting } from '@wentwell/contract/meetings';
import { Note } from '@wentwell/contract/notes';
import type { Phase } from '@wentwell/contract/phases';
import { desc, eq } from 'drizzle-orm';

import { boardHeads } from '#server/live/board-heads.table';
import { boardChanges } from '#server/live/change-log.table';
import { newId } from '#server/platform/ids';

import type { TestApp, TestUser } from './build-test-app.ts';
import { buildMeeting, buildTeam, buildUser } from './factories.ts';
import type { LiveClient } from './live-client.ts';
import type { ManualClock } from './manual-clock.ts';

/** A board in the given phase (grouping, where notes lie open), its owner and a member of the team. */
export async function buildBoard(app: TestApp, phase: Phase = 'grouping') {
  const [owner, member] = [await buildUser(app), await buildUser(app)];
  const team = await buildTeam(app, { admin: owner, members: [member] });
  const meeting = await buildMeeting(app, { owner, team, phase });
  const path = `/api/v1/meetings/${meeting.id}`;
  /** Adds a note, on another node where told so. */
  async function note(as: TestUser, content: string, node: TestApp = app): Promise<Note> {
    const body = { content, id: newId(NoteId) };
    return Note.parse((await node.request('POST', `${path}/notes`, { as, body })).body);
  }
  /** Adds a note outside the column for action items, which is a topic. */
  async function topic(as: TestUser, content: string): Promise<Note> {
    const body = { content, note_type: 'went_well' };
    return Note.parse((await app.request('POST', `${path}/notes`, { as, body })).body);
  }
  /** A socket that follows the board's changes from now on. */
  const followFrom = (as: TestUser, node: TestApp = app) => follow(node, as, meeting.id);
  return { owner, member, team, meeting, path, note, topic, follow: followFrom };
}

/** The seqs of the changes that a client has received, in the order of their coming. */
export function seqsOf(live: LiveClient): number[] {
  return live.frames.flatMap((frame) => ('seq' in frame ? [frame.seq] : []));
}

/** A client that follows the changes of a board from now on. */
export async function follow(app: TestApp, as: TestUser, id: MeetingId): Promise<LiveClient> {
  const { body } = await app.request('GET', `/api/v1/meetings/${id}/board`, { as });
  return app.live(as, id, Board.parse(body).seq);
}

/** The records of a type that a change puts, as its viewer may see them. */
export function recordsPut<R extends BoardRecord>(
  { data }: ChangeFrame,
  recordType: RecordType<R>,
): R[] {
  const { put = [] } = readPatch(boardRules.recordTypes, data) ?? {};
  return put
    .filter(({ type }) => type === recordType.type)
    .map((record) => recordType.schema.parse(record));
}

/** The changes that a client has received, in the order of their coming. */
export function changesOf(live: LiveClient): ChangeFrame[] {
  return live.frames.filter((frame) => frame.type === 'board_changed');
}

/** The texts of the notes that a client has been told of, as it may see them. */
export function textsOf(live: LiveClient): string[] {
  return changesOf(live).flatMap((change) =>
    recordsPut(change, noteType).map(({ content }) => content),
  );
}

/** Lets time pass in steps in which the clients can answer the server's pings, so that none is taken for dead. */
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

/** Repeats a board's last change in its log, quicker than by calls; nothing is published. Returns the seq before them. */
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

/** Changes the head of a board by hand. */
export async function setHead(
  { db }: { db: Pick<TestApp['db'], 'update'> },
  meetingId: MeetingId,
  head: Partial<typeof boardHeads.$inferInsert>,
): Promise<void> {
  await db.update(boardHeads).set(head).where(eq(boardHeads.meetingId, meetingId));
}

/** Uses up the quota of a board's history, but for `left` bytes, since a moment of the last hour. */
export async function fillHistory(
  app: TestApp,
  { id }: Pick<Meeting, 'id'>,
  { left = 0, since = new Date() } = {},
): Promise<void> {
  const historyBytes = limits.boardHistoryBytesPerHour - left;
  await setHead(app, id, { historyBytes, historySince: since });
}
