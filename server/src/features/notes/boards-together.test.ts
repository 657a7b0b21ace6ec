// Notes of several boards whose turn comes at the same time share a transaction, and nothing else.
import { Board } from '@wentwell/contract/board';
import { NoteId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { newId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import { buildBoards, holdRows } from '#test/boards-scene';
import { buildTestApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { manualClock } from '#test/manual-clock';

/** Statements are counted: nothing else is done meanwhile, such as looking for what is due. */
const quietApp = () => buildTestApp({}, { clock: manualClock(new Date()) });
const statusesOf = async (answers: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

it('notes of five boards cost as many statements as notes of two, and each board has its own event', async () => {
  await using app = await quietApp();
  const { boards, together, contents } = await buildBoards(app, 5);
  const costs = [];
  for (const [round, some] of [boards.slice(0, 2), boards].entries()) {
    const wanted = some.map((board, n) => ({
      board,
      key: `${round}-${n}`,
      body: { content: `${n}` },
    }));
    const { answers, statements } = await together(wanted);
    expect(await statusesOf(answers)).toEqual(some.map(() => 201));
    costs.push(statements());
  }
  expect(costs[1]).toBe(costs[0]);
  for (const [n, board] of boards.entries()) {
    expect(await contents(board)).toEqual(n < 2 ? [`${n}`, `${n}`] : [`${n}`]);
    const answer = await app.request('GET', `${board.path}/events?since=0`, { as: board.member });
    const told = JSON.stringify(answer.body).match(/"note_created"/g) ?? [];
    expect(told).toHaveLength(n < 2 ? 2 : 1);
  }
});

it('a board that another transaction holds keeps no other board waiting', async () => {
  await using app = await quietApp();
  const { boards, together, contents } = await buildBoards(app, 3);
  const [held, ...free] = boards;
  if (!held) throw new Error('unreachable');
  await using holder = await holdRows(app, 'meetings', [held.meeting.id]);
  const { answers } = await together(boards.map((board) => ({ board })));
  const [waiting, ...others] = answers;
  expect(await statusesOf(others)).toEqual(free.map(() => 201));
  await holder.isWaitedFor();
  await holder.release();
  expect((await waiting)?.status).toBe(201);
  for (const board of boards) expect(await contents(board)).toEqual(['A note']);
});

it('boards that one transaction holds, as another node’s does, are carried out together when it ends', async () => {
  await using app = await quietApp();
  const { boards, together, contents } = await buildBoards(app, 5);
  const costs = [];
  for (const some of [boards.slice(0, 2), boards]) {
    const ids = some.map(({ meeting }) => meeting.id);
    await using holder = await holdRows(app, 'meetings', ids);
    const { answers, statements } = await together(some.map((board) => ({ board })));
    await holder.isWaitedFor();
    await holder.release();
    expect(await statusesOf(answers)).toEqual(some.map(() => 201));
    costs.push(statements());
  }
  expect(costs[1]).toBe(costs[0]);
  const found = await Promise.all(boards.map(contents));
  expect(found.map(({ length }) => length)).toEqual([2, 2, 1, 1, 1]);
});

it('held boards do not wait for one that is held for longer', async () => {
  await using app = await quietApp();
  const { boards, together } = await buildBoards(app, 3);
  const [longer, ...others] = boards.map(({ meeting }) => meeting.id);
  if (longer === undefined) throw new Error('unreachable');
  await using holder = await holdRows(app, 'meetings', [longer]);
  await using other = await holdRows(app, 'meetings', others);
  const { answers } = await together(boards.map((board) => ({ board })));
  const [waiting, ...freed] = answers;
  await holder.isWaitedFor();
  await other.release();
  expect(await statusesOf(freed)).toEqual([201, 201]);
  await holder.isWaitedFor();
  await holder.release();
  expect((await waiting)?.status).toBe(201);
});

it('what is refused on one board changes nothing on the others', async () => {
  await using app = await quietApp();
  const { boards, together, contents, write } = await buildBoards(app, 5);
  const [one, two, over, left, none] = boards;
  if (!one || !two || !over || !left || !none) throw new Error('unreachable');
  const outsider = await buildUser(app);
  const closed = { as: over.owner, body: { status: 'closed' } };
  expect((await app.request('PUT', over.path, closed)).status).toBe(200);
  await write({ board: two, key: 'before' });
  await app.db.delete(memberships).where(sql`user_id = ${left.member.id}`);
  const { answers } = await together([
    { board: one },
    { board: two, key: 'before' },
    { board: over },
    { board: left },
    { board: none, as: outsider },
  ]);
  expect(await statusesOf(answers)).toEqual([201, 201, 409, 404, 404]);
  const found = await Promise.all(boards.map(contents));
  expect(found.map(({ length }) => length)).toEqual([1, 1, 0, 0, 0]);
});

it('boards may take the same id at the same moment; a key is for one request', async () => {
  await using app = await quietApp();
  const { boards, together, contents } = await buildBoards(app, 2);
  const [one, two] = boards;
  if (!one || !two) throw new Error('unreachable');
  const id = newId(NoteId);
  const same = await together(boards.map((board) => ({ board, body: { id } })));
  for (const answer of same.answers) expect(Note.parse((await answer).body).id).toBe(id);
  await app.db
    .insert(memberships)
    .values({ teamId: two.team.id, userId: one.member.id, role: 'member' });
  const keyed = await together(boards.map((board) => ({ board, as: one.member, key: 'once' })));
  expect((await statusesOf(keyed.answers)).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const found = await Promise.all(boards.map(contents));
  expect(found.flat()).toHaveLength(3);
});

it('what fails for boards together is carried out for each alone', async () => {
  await using app = await buildTestApp({}, { isNew: true, clock: manualClock(new Date()) });
  const { boards, together, contents } = await buildBoards(app, 3);
  await app.db.execute(sql`create function refuse_second() returns trigger language plpgsql as $$
    begin
      if (select count(distinct meeting_id) from notes where xmin = pg_current_xact_id()::xid) > 1 then
        raise 'not together';
      end if;
      return null;
    end $$`);
  await app.db.execute(
    sql`create trigger refused after insert on notes for each row execute function refuse_second()`,
  );
  const { answers } = await together(boards.map((board) => ({ board })));
  expect(await statusesOf(answers)).toEqual([201, 201, 201]);
  for (const board of boards) expect(await contents(board)).toEqual(['A note']);
});

it('a note that comes with those of other boards is a topic at once where a discussion has begun', async () => {
  await using app = await quietApp();
  const { boards, together } = await buildBoards(app, 1);
  const discussed = await buildBoard(app, 'grouping');
  const { path, owner } = discussed;
  for (const phase of ['discussing', 'grouping']) {
    const led = { as: owner, body: { phase } };
    expect((await app.request('POST', `${path}/phase/transition`, led)).status).toBe(200);
  }
  const body = { content: 'Late', note_type: 'went_well' };
  const wanted = [...boards, discussed].map((board) => ({ board, body }));
  const { answers } = await together(wanted);
  expect(await statusesOf(answers)).toEqual([201, 201]);
  const [, late] = await Promise.all(answers);
  const shown = Board.parse((await app.request('GET', `${path}/board`, { as: owner })).body);
  expect(shown.discussion?.order).toContain(Note.parse(late?.body).id);
});
