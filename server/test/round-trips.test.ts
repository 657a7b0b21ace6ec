// What a command costs in waits for the database, counted at the pool: time says little on a shared machine.
import { NoteId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sessions } from '#server/features/auth/sessions.table';
import { notes } from '#server/features/notes/notes.table';
import { newId } from '#server/platform/ids';

import { buildBoard } from './board-scene.ts';
import { buildTestApp, type RequestOptions, type TestApp } from './build-test-app.ts';

let app: TestApp;
let board: Awaited<ReturnType<typeof buildBoard>>;
beforeAll(async () => {
  app = await buildTestApp();
  board = await buildBoard(app);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

let keys = 0;

/** Sends a request; resolves with how often it waited for the database. */
async function tripsOf(method: string, path: string, options: RequestOptions = {}) {
  // Its use was written lately, so that this is not done beside the request.
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

async function fill(count: number): Promise<void> {
  const note = await board.note(board.owner, 'The first');
  const [row] = await app.db
    .select()
    .from(notes)
    .where(sql`id = ${note.id}`);
  if (!row) throw new Error('unreachable');
  const rows = Array.from({ length: count }, () => ({ ...row, id: newId(NoteId) }));
  if (count > 0) await app.db.insert(notes).values(rows);
}

describe.each([
  ['an empty board', 0],
  ['a board of nearly 1,000 notes', 980],
])('on %s', (_, count) => {
  beforeAll(() => fill(count));

  it.each([
    ['with a key', withKey],
    ['without one', (options: RequestOptions) => options],
  ])('creating, editing and moving a note wait at most five times, %s', async (_name, send) => {
    const { id } = await board.note(board.owner, 'A note');
    const created = send({ body: { content: 'Another note' } });
    expect(await tripsOf('POST', `${board.path}/notes`, created)).toBeLessThanOrEqual(5);
    const path = `${board.path}/notes/${id}`;
    expect(await tripsOf('PUT', path, send({ body: { content: 'Edited' } }))).toBeLessThanOrEqual(
      5,
    );
    const moved = send({ body: { note_type: 'to_improve' } });
    expect(await tripsOf('PUT', path, moved)).toBeLessThanOrEqual(5);
    const note = Note.parse((await app.request('GET', path, { as: board.owner })).body);
    expect(note).toMatchObject({ content: 'Edited', note_type: 'to_improve', version: 3 });
  });
});

it('a repeated command waits at most six times', async () => {
  const request = withKey({ body: { content: 'Once' } });
  await tripsOf('POST', `${board.path}/notes`, request);
  expect(await tripsOf('POST', `${board.path}/notes`, request)).toBeLessThanOrEqual(6);
});

it('reading oneself waits once', async () => {
  expect(await tripsOf('GET', '/api/v1/users/me')).toBe(1);
});

it('changing the phase waits at most seven times', async () => {
  const request = withKey({ body: { phase: 'voting' } });
  expect(await tripsOf('POST', `${board.path}/phase/transition`, request)).toBeLessThanOrEqual(7);
});
