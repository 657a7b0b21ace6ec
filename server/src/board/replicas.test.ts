import { NoteId } from '@wentwell/contract/ids';
import { Note } from '@wentwell/contract/notes/notes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { newTimelessId } from '#server/platform/ids';
import { buildBoard } from '#test/board-scene';
import { buildTestApp, type TestApp } from '#test/build-test-app';
import { manualClock } from '#test/manual-clock';

let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  // The clock is stopped, so no background sweep runs during requests.
  const clock = manualClock(new Date());
  here = await buildTestApp({}, { clock });
  there = await buildTestApp({}, { clock, beside: here });
});
afterAll(async () => {
  await there[Symbol.asyncDispose]();
  await here[Symbol.asyncDispose]();
});

/** A board that this node has at hand, before a change of the other node. */
async function buildScene() {
  const board = await buildBoard(here);
  const { owner, note, path } = board;
  await note(owner, 'Written here');
  /** Writes a note on this node; resolves with how many statements that took. */
  async function cost(): Promise<number> {
    const { statements } = here.db.traffic;
    await note(owner, 'Written here again');
    return here.db.traffic.statements - statements;
  }
  async function texts(): Promise<string[]> {
    return (await here.read(owner, `${path}/notes`, Note.array())).map(({ content }) => content);
  }
  return { ...board, cost, texts };
}

it('a node with a replica reads other nodes’ changes from the log', async () => {
  const { owner, note, cost, texts } = await buildScene();
  const alone = await cost();
  await note(owner, 'Written there', there);
  await note(owner, 'Written there, too', there);
  // The log, and the ids of rows.
  expect(await cost()).toBe(alone + 2);
  expect(await cost()).toBe(alone);
  expect((await texts()).toSorted()).toEqual([
    'Written here',
    'Written here again',
    'Written here again',
    'Written here again',
    'Written there',
    'Written there, too',
  ]);
});

it('a node finds a row whose note id another board has, written by another node', async () => {
  const other = await buildBoard(here);
  const { owner, path, texts } = await buildScene();
  const id = newTimelessId(NoteId);
  const body = { id, content: 'The same id', note_type: 'went_well' };
  await here.post(other.owner, `${other.path}/notes`, body);
  await there.post(owner, `${path}/notes`, body);
  const edit = { as: owner, body: { content: 'Edited here' } };
  expect(await here.request('PUT', `${path}/notes/${id}`, edit)).toMatchObject({ status: 200 });
  expect(await texts()).toContain('Edited here');
  const { body: left } = await here.get(other.owner, `${other.path}/notes`);
  expect(left).toMatchObject([{ content: 'The same id' }]);
});

it('a node rereads a board from its rows if the log has lost a change', async () => {
  const { owner, meeting, note, cost, texts } = await buildScene();
  const alone = await cost();
  await note(owner, 'Written there', there);
  await here.db.execute(sql`delete from board_changes where meeting_id = ${meeting.id}`);
  expect(await cost()).toBeGreaterThan(alone + 2);
  expect(await texts()).toContain('Written there');
});
