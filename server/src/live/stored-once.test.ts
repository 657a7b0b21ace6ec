// What the log stores of an event, and that everybody reads the whole of it all the same.
import { EventsPage } from '@wentwell/contract/live';
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { buildAnonymousMeeting } from '#test/anonymous-scene';
import { buildBoard } from '#test/board-scene';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { raiseFloor } from '#test/schema-floor';

import { boardEvents } from './event-log.table.ts';

async function rowsOf(
  app: TestApp,
  { meeting }: Pick<Awaited<ReturnType<typeof buildBoard>>, 'meeting'>,
) {
  const ofBoard = eq(boardEvents.meetingId, meeting.id);
  return app.db.select().from(boardEvents).where(ofBoard).orderBy(asc(boardEvents.seq));
}

/** How often each row holds a text. */
async function timesOf(text: string, ...board: Parameters<typeof rowsOf>): Promise<number[]> {
  const rows = await rowsOf(...board);
  return rows.map((row) => JSON.stringify(row).split(text).length - 1).filter((times) => times > 0);
}

async function eventsOf(app: TestApp, path: string, as: TestUser): Promise<EventsPage['events']> {
  const answer = await app.request('GET', `${path}/events?since=0`, { as });
  return EventsPage.parse(answer.body).events;
}

/** Nodes as they are when no program of before may run any more, and one that does not know it yet. */
async function buildNodes() {
  const before = await buildTestApp({}, { isNew: true });
  await raiseFloor(before.db);
  const after = await buildTestApp({}, { isNew: true, beside: before });
  return { before, after };
}

it('a note that lies face down is stored in one of the two columns', async () => {
  await using app = await buildTestApp();
  const board = await buildBoard(app, 'writing');
  await board.note(board.member, 'canary');
  const row = (await rowsOf(app, board)).at(-1);
  expect(row?.event).toEqual({ type: 'note_created', data: {} });
  expect(row?.privateEvent).toMatchObject({ data: { note: { content: 'canary' } } });
  expect(JSON.stringify(await eventsOf(app, board.path, board.member))).toContain('canary');
  expect(JSON.stringify(await eventsOf(app, board.path, board.owner))).not.toContain('canary');
});

it('a text is stored once in each event, where every program that may run on the schema reads that', async () => {
  const { before, after } = await buildNodes();
  await using first = before;
  await using second = after;
  for (const phase of ['writing', 'grouping'] as const) {
    const board = await buildBoard(second, phase);
    const { member, path } = board;
    const note = await board.note(member, 'canary');
    const as = member;
    await second.request('PUT', `${path}/notes/${note.id}`, {
      as,
      body: { content: 'canary two' },
    });
    await second.request('PUT', `${path}/notes/${note.id}`, {
      as,
      body: { note_type: 'to_improve' },
    });
    expect(await timesOf('canary', second, board)).toEqual([1, 1, 1]);
    // Every node reads them whole, whether it stores them so or not.
    const events = await eventsOf(first, path, member);
    expect(await eventsOf(second, path, member)).toEqual(events);
    const told = events.flatMap(({ type, data }) =>
      'note_id' in data && 'content' in data ? [[type, data.note_id, data.content]] : [],
    );
    expect(told).toEqual([
      ['note_created', note.id, 'canary'],
      ['note_updated', note.id, 'canary two'],
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'note_moved', data: { note_id: note.id } });
    await second.request('DELETE', `${path}/notes/${note.id}`, { as });
    expect(await timesOf('canary', second, board)).toEqual([]);
  }
});

it('so is a text without a name', async () => {
  const { before, after } = await buildNodes();
  await using _ = before;
  await using app = after;
  const { ada, meeting, path } = await buildAnonymousMeeting(app, 'grouping');
  const body = { content: 'canary', note_type: 'went_well' };
  await app.request('POST', `${path}/notes`, { ...ada, body });
  expect(await timesOf('canary', app, { meeting })).toEqual([1]);
});
