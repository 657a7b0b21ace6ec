// Neither the answer nor the work behind it tells an outsider that a meeting or a note exists.
import { MeetingId, NoteId } from '@wentwell/contract/ids';
import { EventsPage } from '@wentwell/contract/live';
import { Note } from '@wentwell/contract/notes';
import pg from 'pg';
import { expect, it, vi } from 'vitest';

import { newId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import { type Answer, buildTestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';

function tells({ status, problem }: Answer) {
  return { status, problem: { ...problem, request_id: '' } };
}

it('a foreign meeting is refused like an unknown one, after the same number of statements', async () => {
  // No time passes: nothing but the calls asks the database.
  await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const { meeting, note, owner } = await buildBoard(app);
  const { id: noteId } = await note(owner, 'not for outsiders');
  const stranger = await buildUser(app);
  const statements = vi.spyOn(pg.Client.prototype, 'query');

  async function ask(method: string, path: string, body?: unknown) {
    const before = statements.mock.calls.length;
    const answer = await app.request(method, path, { as: stranger, ...(body ? { body } : {}) });
    return { ...tells(answer), statements: statements.mock.calls.length - before };
  }

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

it('an id that another board or author has is answered like a fresh one, with another id', async () => {
  await using app = await buildTestApp({}, { clock: manualClock(new Date()) });
  const [here, elsewhere] = [await buildBoard(app), await buildBoard(app)];
  const foreign = await elsewhere.note(elsewhere.owner, 'untouched');
  const colleague = await here.note(here.member, 'untouched too');
  const statements = vi.spyOn(pg.Client.prototype, 'query');

  async function add(id: NoteId) {
    const before = statements.mock.calls.length;
    const body = { content: 'mine', id };
    const answer = await app.request('POST', `${here.path}/notes`, { as: here.owner, body });
    expect(answer.status).toBe(201);
    const made = Note.parse(answer.body);
    return { made, statements: statements.mock.calls.length - before };
  }

  const freshId = newId(NoteId);
  const fresh = await add(freshId);
  expect(fresh.made.id).toBe(freshId);
  for (const { id } of [foreign, colleague]) {
    const { made, statements: needed } = await add(id);
    expect(made.id).not.toBe(id);
    expect(made).toMatchObject({ content: 'mine', author_id: here.owner.id });
    expect(needed).toBe(fresh.statements);
    const history = await app.request('GET', `${here.path}/events?since=0`, { as: here.member });
    const { events } = EventsPage.parse(history.body);
    expect(events.filter((event) => event.type === 'note_created')).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ note_id: made.id }) }),
    );
  }
  const there = await app.request('GET', `${elsewhere.path}/notes`, { as: elsewhere.owner });
  expect(there.body).toMatchObject([{ id: foreign.id, content: 'untouched' }]);
});

it('the same request with a foreign id and a key is answered alike again, and adds nothing', async () => {
  await using app = await buildTestApp();
  const [here, elsewhere] = [await buildBoard(app), await buildBoard(app)];
  const { id } = await elsewhere.note(elsewhere.owner, 'untouched');
  const request = {
    as: here.owner,
    body: { content: 'mine', id },
    headers: { 'Idempotency-Key': 'again' },
  };
  const [first, second] = [
    await app.request('POST', `${here.path}/notes`, request),
    await app.request('POST', `${here.path}/notes`, request),
  ];
  expect(second).toMatchObject({ status: first.status, body: first.body });
  expect(first.status).toBe(201);
});
