// Round trips to the database per command, counted at the pool: times depend on the machine.
import { NoteId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes/notes';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { sessions } from '#server/features/auth/sessions.table';
import { notes } from '#server/features/notes/notes.table';
import { receipts } from '#server/platform/http/receipts.table';
import { newTimelessId } from '#server/platform/ids';

import { buildBoard } from './board-scene.ts';
import { fileApp, type RequestOptions } from './build-test-app.ts';
import { manualClock } from './manual-clock.ts';
import { renewBoard } from './renew-board.ts';

// A stopped clock triggers no background jobs.
const app = await fileApp({}, { clock: manualClock(new Date()) });
const board = await buildBoard(app);

let keys = 0;

/** Sends a request; resolves to its number of round trips. */
async function tripsOf(method: string, path: string, options: RequestOptions = {}) {
  // Prevents an update of the last use beside the request.
  await app.db.update(sessions).set({ lastUsedAt: sql`now()` });
  const before = app.db.traffic.roundTrips;
  const answer = await app.request(method, path, { as: board.owner, ...options });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return app.db.traffic.roundTrips - before;
}

function withKey(options: RequestOptions = {}): RequestOptions {
  keys += 1;
  return { ...options, headers: { 'Idempotency-Key': `key-${keys}` } };
}

const RowsRead = z.object({ read: z.coerce.number() });

/** Rows read in this database; the test's own queries add a constant. */
async function rowsRead(): Promise<number> {
  // Otherwise connections report their statistics with a delay.
  await app.db.execute(sql`select pg_stat_force_next_flush()`);
  const found = await app.db.execute(
    sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables`,
  );
  return RowsRead.parse(found.rows[0]).read;
}

async function fill(count: number, { note: add, owner, meeting } = board): Promise<void> {
  const note = await add(owner, 'The first');
  const [row] = await app.db
    .select()
    .from(notes)
    .where(sql`id = ${note.id}`);
  if (!row) throw new Error('unreachable');
  const rows = Array.from({ length: count }, () => ({ ...row, id: newTimelessId(NoteId) }));
  if (count > 0) await app.db.insert(notes).values(rows);
  await renewBoard(app, meeting);
}

describe.each([
  ['an empty board', 0],
  ['a board of nearly 1,000 notes', 980],
])('on %s', (_, count) => {
  beforeAll(() => fill(count));

  it.each([
    ['with a key', withKey],
    ['without one', (options: RequestOptions) => options],
  ])(
    'creating, editing, moving and deleting a note take three round trips, %s',
    async (_name, send) => {
      const { id } = await board.note(board.owner, 'A note');
      const created = send({ body: { content: 'Another note' } });
      expect(await tripsOf('POST', `${board.path}/notes`, created)).toBe(3);
      const path = `${board.path}/notes/${id}`;
      expect(await tripsOf('PUT', path, send({ body: { content: 'Edited' } }))).toBe(3);
      // Moved out of the action column, which makes it a topic.
      const topical = send({ body: { note_type: 'went_well' } });
      expect(await tripsOf('PUT', path, topical)).toBe(3);
      const moved = send({ body: { note_type: 'to_improve' } });
      expect(await tripsOf('PUT', path, moved)).toBe(3);
      const note = await app.read(board.owner, path, Note);
      expect(note).toMatchObject({ content: 'Edited', note_type: 'to_improve', version: 4 });
      expect(await tripsOf('DELETE', path, send({}))).toBe(3);
    },
  );
});

it('suggesting groups and finding similar notes take as many on a full board', async () => {
  const [few, full] = [await buildBoard(app), await buildBoard(app)];
  await fill(900, full);
  const trips = [];
  for (const { path, owner, note } of [few, full]) {
    const { id } = await note(owner, 'A note');
    await note(owner, 'Another note');
    const asked = [`${path}/group-suggestions`, `${path}/notes/${id}/similar`];
    for (const each of asked) trips.push(await tripsOf('GET', each, { as: owner }));
  }
  expect(trips.slice(2)).toEqual(trips.slice(0, 2));
});

it('an edit reads few rows, however many notes and receipts exist', async () => {
  const full = await buildBoard(app);
  await fill(900, full);
  const note = await full.note(full.owner, 'A note');
  const requestHash = 'of another request';
  const others = Array.from({ length: 2000 }, (_, n) => ({
    userId: full.owner.id,
    key: `other-${n}`,
    requestHash,
    firstStatus: 200,
  }));
  await app.db.insert(receipts).values(others);
  // Like autovacuum: until then PostgreSQL plans for earlier tests' tables.
  await app.db.execute(sql`analyze`);
  const counts = [];
  for (const content of ['First', 'Second', 'Third']) {
    const before = await rowsRead();
    const edit = withKey({ as: full.owner, body: { content } });
    await tripsOf('PUT', `${full.path}/notes/${note.id}`, edit);
    counts.push((await rowsRead()) - before);
  }
  // Another connection may report earlier reads in between.
  expect(Math.min(...counts)).toBeLessThan(100);
});

it('a repeated command takes at most six', async () => {
  const request = withKey({ body: { content: 'Once' } });
  await tripsOf('POST', `${board.path}/notes`, request);
  expect(await tripsOf('POST', `${board.path}/notes`, request)).toBeLessThanOrEqual(6);
});

it('reading oneself takes one', async () => {
  expect(await tripsOf('GET', '/api/v1/users/me')).toBe(1);
});

it('grouping notes takes as many round trips and statements, however many notes and groups exist', async () => {
  const full = await buildBoard(app);
  await fill(120, full);
  const rows = await app.db
    .select({ id: notes.id })
    .from(notes)
    .where(sql`meeting_id = ${full.meeting.id} order by position, id`);
  const ids = rows.map(({ id }) => id);
  const group = async (noteIds: readonly NoteId[]) => {
    const request = withKey({ as: full.owner, body: { note_ids: noteIds } });
    const before = app.db.traffic.statements;
    const trips = await tripsOf('POST', `${full.path}/groups`, request);
    return { trips, statements: app.db.traffic.statements - before };
  };
  await group(ids.slice(0, 2));
  for (let from = 2; from < 120; from += 3) await group(ids.slice(from, from + 3));
  // One note of each of thirty groups, which keep two.
  const many = await group(ids.slice(2, 92).filter((_, index) => index % 3 === 0));
  expect(await group([ids[92], ids[95]].flatMap((id) => id ?? []))).toEqual(many);
});

it('reading a board takes as many round trips and statements with few notes and with 900', async () => {
  const costs = [];
  for (const count of [3, 900]) {
    const full = await buildBoard(app);
    await fill(count, full);
    const before = app.db.traffic.statements;
    const trips = await tripsOf('GET', `${full.path}/board`, { as: full.owner });
    costs.push({ trips, statements: app.db.traffic.statements - before });
  }
  const [few, many] = costs;
  expect(many).toEqual(few);
  expect(few?.trips).toBeLessThanOrEqual(5);
  // Including one of the test's own.
  expect(few?.statements).toBeLessThanOrEqual(18);
});
