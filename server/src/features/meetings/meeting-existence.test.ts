// Neither the response nor its cost reveals to outsiders that a meeting or note exists.
import { Board } from '@wentwell/contract/board/snapshot';
import { MeetingId, NoteId } from '@wentwell/contract/ids';
import { EventsPage } from '@wentwell/contract/live/live';
import { Note } from '@wentwell/contract/notes/notes';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { newId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import { type Answer, buildTestApp, fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

function tells({ status, problem }: Answer) {
  return { status, problem: { ...problem, request_id: '' } };
}

it('another team’s meeting is refused like an unknown one, after the same number of statements', async () => {
  // A stopped clock, so that only these calls query the database.
  await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const { meeting, note, owner } = await buildBoard(app);
  const { id: noteId } = await note(owner, 'not for outsiders');
  const stranger = await buildUser(app);

  async function ask(method: string, path: string, body?: unknown) {
    const before = app.db.traffic.statements;
    const answer = await app.request(method, path, { as: stranger, ...(body ? { body } : {}) });
    return { ...tells(answer), statements: app.db.traffic.statements - before };
  }

  expect((await ask('GET', '/api/v1/teams')).statements).toBeGreaterThan(0);
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['GET', '/board'],
    ['GET', '/phase'],
    ['GET', '/events?since=0'],
    ['GET', '/notes'],
    ['GET', `/notes/${noteId}`],
    ['POST', '/live-ticket'],
    ['POST', '/notes', { content: 'x' }],
    ['POST', '/notes', { content: 'x', id: noteId }],
    ['PUT', `/notes/${noteId}`, { content: 'x' }],
    ['DELETE', `/notes/${noteId}`],
    ['POST', `/notes/${noteId}/restore`],
    ['POST', '/phase/next'],
    ['POST', '/phase/transition', { phase: 'voting' }],
    ['PUT', '', { name: 'x' }],
    ['POST', '/owner', { owner_id: stranger.id }],
    ['DELETE', ''],
  ];
  for (const [method, path, body] of calls) {
    const unknownId = newId(MeetingId);
    const unknown = await ask(method, `/api/v1/meetings/${unknownId}${path}`, body);
    const foreign = await ask(method, `/api/v1/meetings/${meeting.id}${path}`, body);
    expect(foreign, `${method} ${path}`).toEqual(unknown);
    expect(foreign.status).toBe(404);
  }
});

it('an id used on another board is answered like a fresh one, and names a new note', async () => {
  await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const [here, elsewhere] = [await buildBoard(app), await buildBoard(app)];
  const foreign = await elsewhere.note(elsewhere.owner, 'untouched');
  // Warm up: the first change loads the board.
  await here.note(here.owner, 'Before');

  async function ask(method: string, below: string, body?: object) {
    const before = app.db.traffic.statements;
    const path = here.path + below;
    const { status, body: answer } = await app.request(method, path, { as: here.owner, body });
    return { status, answer, statements: app.db.traffic.statements - before };
  }

  /** Responses from creation to deletion of a note, without parts that always differ. */
  async function live(id: NoteId) {
    const made = await ask('POST', '/notes', { content: 'mine', id });
    const answers = [
      made,
      await ask('POST', '/notes', { content: 'mine', id }),
      await ask('GET', `/notes/${id}`),
      await ask('PUT', `/notes/${id}`, { content: 'edited' }),
      await ask('PUT', `/notes/${id}`, { note_type: 'action' }),
    ];
    expect(
      (await app.read(here.member, `${here.path}/board`, Board)).notes.map((note) => note.id),
    ).toContain(id);
    answers.push(
      await ask('DELETE', `/notes/${id}`),
      await ask('GET', `/notes/${id}`),
      await ask('POST', '/notes', { content: 'mine', id }),
    );
    const changes = (
      await app.read(here.member, `${here.path}/events?since=0`, EventsPage)
    ).events.filter(({ data }) => [...data.put, ...data.remove].some((record) => record.id === id));
    return {
      id: Note.parse(made.answer).id,
      answers: answers.map(({ status, statements: needed }) => ({ status, needed })),
      changes: changes.map(({ data }) => data.command),
    };
  }

  const freshId = newId(NoteId);
  const fresh = await live(freshId);
  expect(fresh.id).toBe(freshId);
  expect(fresh.answers.map(({ status }) => status)).toEqual([
    201, 200, 200, 200, 200, 204, 404, 409,
  ]);
  expect(await live(foreign.id)).toEqual({ ...fresh, id: foreign.id });
  const there = await app.get(elsewhere.owner, `${elsewhere.path}/notes`);
  expect(there.body).toMatchObject([{ id: foreign.id, content: 'untouched' }]);
});

it('a deleted note with an id of another board is restored and purged alone', async () => {
  const [here, elsewhere] = [await buildBoard(app), await buildBoard(app)];
  const root = await buildUser(app, { isSuperuser: true });
  const foreign = await elsewhere.note(elsewhere.owner, 'untouched');
  const body = { content: 'mine', id: foreign.id };
  await app.post(here.owner, `${here.path}/notes`, body);
  const path = `${here.path}/notes/${foreign.id}`;
  await app.delete(here.owner, path);
  const [deleted] = await app.read(root, '/api/v1/admin/deleted/notes', z.array(Note));
  const at = deleted?.id ?? '';
  expect((await app.post(root, `/api/v1/admin/restore/notes/${at}`)).status).toBe(200);
  expect((await app.get(here.member, path)).body).toMatchObject(body);
  await app.delete(here.owner, path);
  expect((await app.delete(root, `/api/v1/admin/permanent/notes/${at}`)).status).toBe(204);
  const board = await app.get(here.member, `${here.path}/events?since=0`);
  expect(JSON.stringify(board.body)).not.toContain('mine');
  const there = await app.get(elsewhere.owner, `${elsewhere.path}/notes`);
  expect(there.body).toMatchObject([{ id: foreign.id, content: 'untouched' }]);
});
