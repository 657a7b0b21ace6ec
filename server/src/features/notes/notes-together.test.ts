// Concurrent notes are queued per board and committed in one transaction.
import { NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { Note } from '@wentwell/contract/notes/notes';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { memberships } from '#server/features/teams/teams.table';
import { newTimelessId } from '#server/platform/ids';
import { buildBoard, changesOf, fillHistory, follow, textsOf } from '#test/board-scene';
import { buildTestApp, type TestApp, type TestUser } from '#test/build-test-app';
import { buildUser } from '#test/factories';
import { sendTogether } from '#test/held-board';
import { manualClock } from '#test/manual-clock';
import { renewBoard } from '#test/renew-board';

type Wanted = [as: TestUser, body: object, key?: string];

/** Builds a board with four more members, and a helper that queues several notes. */
async function buildRoom(app: TestApp) {
  const board = await buildBoard(app);
  const { path, team } = board;
  const others: TestUser[] = [];
  for (let n = 0; n < 4; n += 1) others.push(await buildUser(app));
  const rows = others.map(({ id }) => ({ teamId: team.id, userId: id, role: 'member' as const }));
  await app.db.insert(memberships).values(rows);
  const write = ([as, body, key]: Wanted) =>
    app.request('POST', `${path}/notes`, {
      as,
      body,
      ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    });
  return {
    ...board,
    others,
    write,
    together: (wanted: readonly Wanted[]) =>
      sendTogether(app, board, [
        () => write([board.owner, { content: 'The one that they wait behind' }]),
        ...wanted.map((each) => () => write(each)),
      ]),
    notes: async (as = board.owner) => (await board.boardOf(as)).notes,
  };
}

/** A stopped clock prevents sweeps, because the test counts statements. */
const quietApp = () => buildTestApp({}, { clock: manualClock(new Date()) });

it('notes in one COMMIT are a change each, in order; a refused one changes nothing', async () => {
  await using app = await quietApp();
  const { member, meeting, others, together, write, notes } = await buildRoom(app);
  const [repeating, late, taking, other] = others;
  if (!repeating || !late || !taking || !other) throw new Error('unreachable');
  const outsider = await buildUser(app);
  const key = 'before';
  await write([repeating, { content: 'Written before' }, key]);
  await write([other, { content: 'Written before too' }, key]);
  const id = newTimelessId(NoteId);
  await using live = await follow(app, member, meeting.id);
  const { answers } = await together([
    [member, { content: 'First', id }, 'of-the-member'],
    [repeating, { content: 'Written before' }, key],
    [outsider, { content: 'Not theirs' }],
    [late, { content: 'No such column', note_type: 'nowhere' }, 'late'],
    [taking, { content: 'Second', id }],
    [other, { content: 'Another request' }, key],
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual([201, 201, 404, 422, 201, 409]);
  const [first, second] = [Note.parse(answers[0]?.body), Note.parse(answers[4]?.body)];
  expect(first.id).toBe(id);
  expect(second.id).not.toBe(id);
  expect(second.position).toBe(first.position + 1);
  // The blocking change comes first. Each change is published in full and matches the snapshot.
  await live.roundTrip();
  const told = changesOf(live);
  expect(textsOf(live)).toEqual(['The one that they wait behind', 'First', 'Second']);
  expect(told.map(({ seq }) => seq)).toEqual([first.position - 1, first.position, second.position]);
  expect(told.slice(1).map(({ userId }) => userId)).toEqual([member.id, taking.id]);
  expect((await notes()).map(({ content }) => content).slice(-3)).toEqual([
    'The one that they wait behind',
    'First',
    'Second',
  ]);
  // A refusal does not store its key. A repeated request gets the batch's stored response.
  expect((await write([late, { content: 'Now it is' }, 'late'])).status).toBe(201);
  const again = await write([member, { content: 'First', id }, 'of-the-member']);
  expect(again).toMatchObject({ status: 201, body: answers[0]?.body });
});

it('a note does not overtake its account’s waiting change of the meeting', async () => {
  await using app = await quietApp();
  const { owner, member, meeting, path, write, others } = await buildRoom(app);
  const [first] = others;
  if (!first) throw new Error('unreachable');
  const close = { as: owner, body: { status: 'closed' } };
  const { answers } = await sendTogether(app, { owner, meeting }, [
    () => write([first, { content: 'The one that they wait behind' }]),
    () => write([member, { content: 'In time' }]),
    () => app.request('PUT', path, close),
    () => write([owner, { content: 'Too late' }]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 409]);
});

it('notes in one COMMIT cost as many statements as a single one', async () => {
  await using app = await quietApp();
  const { member, others, together, note } = await buildRoom(app);
  // Warm up: the first note loads the board.
  await note(member, 'Before');
  const costs = [];
  for (const [round, people] of [[member], [member, ...others]].entries()) {
    const wanted = people.map((as, n): Wanted => [as, { content: 'A note' }, `${round}-${n}`]);
    costs.push((await together(wanted)).statements);
  }
  const [alone = 0, five = 0] = costs;
  expect(five).toBe(alone);
});

it('the last place of a full board goes to the first in the queue', async () => {
  await using app = await quietApp();
  const { member, meeting, others, together, note, owner, notes } = await buildRoom(app);
  const { id } = await note(owner, 'One of many');
  await app.db
    .execute(sql`insert into notes (id, meeting_id, team_id, author_id, content, note_type, hidden, position)
    select gen_random_uuid(), meeting_id, team_id, author_id, content, note_type, hidden, position
    from notes, generate_series(1, ${limits.notesPerBoard - 3}::int) where id = ${id}`);
  await renewBoard(app, meeting);
  const wanted = [member, ...others].map((as): Wanted => [as, { content: 'The last one' }]);
  const { answers } = await together(wanted);
  expect(answers.map(({ status }) => status)).toEqual([201, 409, 409, 409, 409]);
  expect(await notes()).toHaveLength(limits.notesPerBoard);
});

it('the rest of the hourly history goes to the first in the queue', async () => {
  await using app = await quietApp();
  const { member, others, together, meeting } = await buildRoom(app);
  const left = 2000;
  await fillHistory(app, meeting, { left });
  const wanted = [member, ...others].map((as): Wanted => [as, { content: 'A note' }]);
  const { answers } = await together(wanted);
  const statuses = answers.map(({ status }) => status);
  expect(statuses[0]).toBe(201);
  expect(statuses.toSorted((a, b) => a - b)).toEqual(statuses);
  expect(statuses.at(-1)).toBe(429);
});

it('notes that PostgreSQL refuses together are stored one by one', async () => {
  await using app = await buildTestApp({}, { isNew: true, clock: manualClock(new Date()) });
  const { member, others, together, notes } = await buildRoom(app);
  await app.db.execute(sql`create function refuse_second() returns trigger language plpgsql as $$
    begin
      if (select count(*) from notes where xmin = pg_current_xact_id()::xid) > 1 then
        raise check_violation;
      end if;
      return null;
    end $$`);
  await app.db.execute(
    sql`create trigger alone after insert on notes for each row execute function refuse_second()`,
  );
  const people = [member, ...others];
  const { answers } = await together(
    people.map((as, n): Wanted => [as, { content: `Note ${n}` }, `of-${n}`]),
  );
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
  const contents = (await notes()).map(({ content }) => content);
  expect(contents.slice(1)).toEqual(people.map((_, n) => `Note ${n}`));
});
