// docs/api.md A-86: order, paging and visibility of /meetings, /meetings/me, /meetings/teams, /teams/{id}/meetings.
import { Board } from '@wentwell/contract/board/snapshot';
import { MeetingId, NoteId } from '@wentwell/contract/ids';
import { EventsPage } from '@wentwell/contract/live/live';
import { Meeting } from '@wentwell/contract/meetings/meetings';
import { Note } from '@wentwell/contract/notes/notes';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { meetings } from '#server/features/meetings/meetings.table';
import { newId, newTimelessId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import {
  type Answer,
  buildTestApp,
  fileApp,
  type TestApp,
  type TestUser,
} from '#test/build-test-app';
import { collectLog } from '#test/collect-log';
import { buildTeam, buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';

const app = await fileApp();

async function make(app: TestApp, as: TestUser, fields: object): Promise<string> {
  return Meeting.parse((await app.post(as, '/api/v1/meetings', fields)).body).id;
}

async function names(app: TestApp, as: TestUser, path: string) {
  const answer = await app.get(as, `/api/v1${path}`);
  const rows = z.array(z.object({ name: z.string() })).parse(answer.body);
  return { names: rows.map(({ name }) => name), total: answer.headers.get('x-total-count') };
}

async function buildLists() {
  const [me, mate] = [await buildUser(app), await buildUser(app)];
  const team = await buildTeam(app, { admin: me, members: [mate], name: 'Mine' });
  const second = await buildTeam(app, { admin: mate, members: [me], name: 'Second' });
  const foreign = await buildTeam(app);
  const team_id = team.id;
  await make(app, me, { name: 'no start', team_id });
  await make(app, me, { name: 'may', team_id, start_time: '2030-05-01T09:00:00Z' });
  await make(app, mate, { name: 'june', team_id, start_time: '2030-06-01T09:00:00Z' });
  const gone = await make(app, me, { name: 'deleted', team_id });
  await app.delete(me, `/api/v1/meetings/${gone}`);
  await make(app, mate, { name: 'april', team_id: second.id, start_time: '2030-04-01T09:00:00Z' });
  await make(app, foreign.admin, { name: 'foreign', team_id: foreign.id });
  return { me, mate, team, second, foreign };
}

describe('the lists of meetings', () => {
  it('are sorted by start, newest first, unscheduled last', async () => {
    const { me, team } = await buildLists();
    const mine = { names: ['june', 'may', 'april', 'no start'], total: '4' };
    expect(await names(app, me, '/meetings')).toEqual(mine);
    expect(await names(app, me, '/meetings/teams')).toEqual(mine);
    const ofTeam = { names: ['june', 'may', 'no start'], total: '3' };
    expect(await names(app, me, `/teams/${team.id}/meetings`)).toEqual(ofTeam);
    expect(await names(app, me, '/meetings/me')).toEqual({
      names: ['may', 'no start'],
      total: '2',
    });
  });

  it('are paged and include the total', async () => {
    const { me, team } = await buildLists();
    const page = await names(app, me, '/meetings?skip=1&limit=2');
    expect(page).toEqual({ names: ['may', 'april'], total: '4' });
    const ofTeam = await names(app, me, `/teams/${team.id}/meetings?skip=2&limit=1`);
    expect(ofTeam).toEqual({ names: ['no start'], total: '3' });
    expect(await names(app, me, '/meetings/me?skip=9')).toEqual({ names: [], total: '2' });
  });

  it('filter by status and earliest start, also in the total', async () => {
    const { me, team } = await buildLists();
    const team_id = team.id;
    const live = await make(app, me, { name: 'live', team_id });
    const over = await make(app, me, { name: 'over', team_id });
    const start_time = '2020-01-01T09:00:00Z';
    const put = (id: string, body: object) => app.put(me, `/api/v1/meetings/${id}`, body);
    await put(live, { status: 'live', start_time });
    await put(over, { status: 'live', start_time, end_time: '2020-01-01T10:00:00Z' });
    expect(await names(app, me, '/meetings?status=live')).toEqual({ names: ['live'], total: '1' });
    expect(await names(app, me, '/meetings?status=closed')).toEqual({
      names: ['over'],
      total: '1',
    });
    const later = 'status=planned&starts_after=2030-04-15T00:00:00Z';
    expect(await names(app, me, `/meetings?${later}&limit=1`)).toEqual({
      names: ['june'],
      total: '2',
    });
    const ofTeam = await names(app, me, `/teams/${team.id}/meetings?status=planned`);
    expect(ofTeam).toEqual({ names: ['june', 'may', 'no start'], total: '3' });
    expect(await names(app, me, '/meetings/me?status=canceled')).toEqual({ names: [], total: '0' });
  });

  it('match each word of the name, in any order and case, with the total of matches (A-18)', async () => {
    const { me, team } = await buildLists();
    const team_id = team.id;
    for (const name of ['Platform retro 7', 'Platform retro 17', '100% done']) {
      await make(app, me, { name, team_id });
    }
    const find = (path: string, words: string) =>
      names(app, me, `${path}?${new URLSearchParams({ search: words, limit: '1' }).toString()}`);
    const seventeen = { names: ['Platform retro 17'], total: '1' };
    for (const path of ['/meetings', '/meetings/me', `/teams/${team.id}/meetings`]) {
      expect(await find(path, '  17 PLAT ')).toEqual(seventeen);
    }
    expect((await find('/meetings', 'plat')).total).toBe('2');
    expect(await find('/meetings', '%')).toEqual({ names: ['100% done'], total: '1' });
    for (const [name, search] of [
      ['Cafe\u0301 Straße', 'CAFÉ STRASSE'],
      ['Ｗｉｄｅ', 'wide'],
      ['İzmir', 'izmir'],
      ['ΟΔΟΣ', 'οδος'],
      ['(a+b)?[c]^\\d', '(A+B)?[C]^\\D'],
    ] as const) {
      await make(app, me, { name, team_id });
      expect(await find('/meetings', search), search).toEqual({ names: [name], total: '1' });
    }
    expect(await find('/meetings', 'foreign')).toEqual({ names: [], total: '0' });
    expect(await find('/meetings', 'deleted')).toEqual({ names: [], total: '0' });
  });

  it('exclude deleted teams and teams that the caller has left', async () => {
    const { me, mate, team, second } = await buildLists();
    await app.delete(me, `/api/v1/teams/${team.id}`);
    expect(await names(app, me, '/meetings')).toEqual({ names: ['april'], total: '1' });
    expect(await names(app, me, '/meetings/me')).toEqual({ names: [], total: '0' });
    expect((await app.get(me, `/api/v1/teams/${team.id}/meetings`)).status).toBe(404);
    const removal = `/api/admin/teams/${second.id}/remove-user/${me.id}`;
    expect((await app.post(mate, removal)).status).toBe(204);
    expect(await names(app, me, '/meetings')).toEqual({ names: [], total: '0' });
  });

  it.each([
    ['settings', { settings: sql`'{"max_votes": "many"}'` }],
    ['a phase', { phase: sql`'nowhere'` }],
  ])('skip and log a meeting with %s that cannot be read', async (_, damage) => {
    const { log, lines } = collectLog('error');
    await using app = await buildTestApp({}, { log });
    const me = await buildUser(app);
    const { id: team_id } = await buildTeam(app, { admin: me });
    await make(app, me, { name: 'whole', team_id });
    const id = MeetingId.parse(await make(app, me, { name: 'damaged', team_id }));
    await app.db.update(meetings).set(damage).where(eq(meetings.id, id));
    expect((await names(app, me, '/meetings')).names).toEqual(['whole']);
    expect(lines()).toMatchObject([{ id, msg: expect.stringContaining('cannot be read') }]);
  });
});

// Neither the response nor its cost reveals to outsiders that a meeting or note exists.
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

  const freshId = newTimelessId(NoteId);
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
