// What a command costs: round trips to the database, statements, and CPU time of the server and PostgreSQL together.
// The CPU time is the figure to compare: commands a second depend on what else the machine does.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { startMeasuredProduct } from '../server/test/measured-product.ts';
import type { Load } from './command-load.ts';
import { call, gather, make } from './people.ts';

type Request = Load['requests'][number];

const print = (line: string) => void process.stdout.write(`${line}\n`);
const boardCount = 10;
const notesPerBoard = 60;
const fullBoard = 1000;
const atOnce = 8;
const Result = z.union([z.object({ ms: z.number() }), z.object({ failure: z.string() })]);

await using product = await startMeasuredProduct();
const { owner, teamId } = await gather(product, 1);
const sender = fork(fileURLToPath(new URL('./command-load.ts', import.meta.url)));

/** Sends the requests; resolves with the ms until all were answered. */
async function send(requests: Request[]): Promise<number> {
  const load: Load = { url: product.url, token: owner.token, atOnce, requests };
  sender.send(load);
  const [result] = z
    .tuple([Result])
    .rest(z.unknown())
    .parse(await once(sender, 'message'));
  if ('failure' in result) throw new Error(result.failure);
  return result.ms;
}

async function measure(what: string, requests: Request[]): Promise<void> {
  const before = await product.usage();
  const ms = await send(requests);
  const after = await product.usage();
  const each = (of: keyof typeof before) => (after[of] - before[of]) / requests.length;
  const cpu = each('serverMs') + each('postgresMs');
  const columns = [
    each('roundTrips').toFixed(1),
    each('statements').toFixed(1),
    each('serverMs').toFixed(2),
    each('postgresMs').toFixed(2),
    cpu.toFixed(2),
    (1000 / cpu).toFixed(0),
    ((requests.length / ms) * 1000).toFixed(0),
  ];
  print(what.padEnd(34) + columns.map((column) => column.padStart(12)).join(''));
}

/** Makes a live board in a phase where notes lie open, and returns its path. */
async function openBoard(): Promise<string> {
  const body = { name: 'Bench', team_id: teamId };
  const meeting = await make(product, { path: '/meetings', as: owner, body });
  const path = `/meetings/${meeting}`;
  await call(product, 'PUT', { path, as: owner, body: { status: 'live' } });
  const phase = { path: `${path}/phase/transition`, as: owner, body: { phase: 'grouping' } };
  await call(product, 'POST', phase);
  return path;
}

/** Notes in turn over the boards, so that those under way at the same time are of different boards. */
function noteIds(boards: readonly string[], perBoard: number): { board: string; id: string }[] {
  return Array.from({ length: perBoard }, () =>
    boards.map((board) => ({ board, id: randomUUID() })),
  ).flat();
}

type Ids = ReturnType<typeof noteIds>;
let changes = 0;
const keyed = (request: Request): Request => ({ ...request, key: randomUUID() });
const text = () => JSON.stringify({ content: `What went well, number ${(changes += 1)}` });
const creating = (ids: Ids) =>
  ids.map(({ board, id }) =>
    keyed({
      method: 'POST',
      path: `${board}/notes`,
      body: JSON.stringify({ content: `A note with the id ${id}`, id }),
    }),
  );
const editing = (ids: Ids) =>
  ids.map(({ board, id }) => keyed({ method: 'PUT', path: `${board}/notes/${id}`, body: text() }));
const moving = (ids: Ids, column: string) =>
  ids.map(({ board, id }) =>
    keyed({
      method: 'PUT',
      path: `${board}/notes/${id}`,
      body: JSON.stringify({ note_type: column }),
    }),
  );
const deleting = (ids: Ids) =>
  ids.map(({ board, id }) => keyed({ method: 'DELETE', path: `${board}/notes/${id}` }));
const withoutKey = (requests: Request[]) =>
  requests.map(({ method, path, body }) => ({ method, path, body }));
const reading = (path: string, count: number): Request[] =>
  Array.from({ length: count }, () => ({ method: 'GET', path }));

async function measureNotes(where: string, boards: readonly string[], perBoard: number) {
  const [plain, ids] = [noteIds(boards, perBoard), noteIds(boards, perBoard)];
  await measure(`create, without a key, ${where}`, withoutKey(creating(plain)));
  await measure(`create, ${where}`, creating(ids));
  await measure(`edit, ${where}`, editing(ids));
  await measure(`move, ${where}`, moving(ids, 'to_improve'));
  await measure(`delete, ${where}`, deleting(ids));
}

/** A board's topic gets at most two votes, so that one person has enough for two of them in any order. */
const voting = (topics: Ids, perBoard: number): Request[] =>
  Array.from({ length: perBoard }, (_, n) =>
    topics.map(({ board, id }) =>
      keyed({
        method: 'PUT',
        path: `${board}/topics/${id}/votes`,
        body: JSON.stringify({ count: 1 + (n % 2) }),
      }),
    ),
  ).flat();

async function measureVotes(where: string, boards: readonly string[], perBoard: number) {
  const topics = noteIds(boards, 1);
  await send(
    topics.map(({ board, id }) =>
      keyed({
        method: 'POST',
        path: `${board}/notes`,
        body: JSON.stringify({ content: 'A topic', id, note_type: 'went_well' }),
      }),
    ),
  );
  const enter = (phase: string) =>
    send(
      boards.map((board) =>
        keyed({
          method: 'POST',
          path: `${board}/phase/transition`,
          body: JSON.stringify({ phase }),
        }),
      ),
    );
  await enter('voting');
  await measure(`vote, ${where}`, voting(topics, perBoard));
  await enter('grouping');
}

const columns = [
  'round trips',
  'statements',
  'server ms',
  'postgres ms',
  'CPU ms',
  '/s and core',
  '/s now',
];
const boards: string[] = [];
for (let n = 0; n < boardCount; n += 1) boards.push(await openBoard());

// The first requests run code that is not compiled yet.
const warmUp = noteIds([await openBoard()], 400);
await send([...creating(warmUp), ...editing(warmUp), ...reading('/users/me', 2000)]);
await send([...moving(warmUp, 'to_improve'), ...deleting(warmUp)]);

print(
  `load average before: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}`,
);
print(' '.repeat(34) + columns.map((column) => column.padStart(12)).join(''));
await measure('read oneself', reading('/users/me', 4000));
await measure('read a board of 0 notes', reading(`${await openBoard()}/board`, 1000));
await measureNotes('small board', boards, notesPerBoard);
await measureVotes('small board', boards, notesPerBoard);
// Filled by one statement: the notes' own history is not measured here.
const meetings = boards.map((board) => `'${board.split('/').at(-1)}'`).join(', ');
await product.db
  .execute(`insert into notes (id, meeting_id, team_id, author_id, content, note_type, hidden, position)
  select gen_random_uuid(), m.id, m.team_id, m.owner_id, 'A note among a thousand', 'went_well', false, n
    from meetings m, generate_series(1, ${fullBoard - 4 * notesPerBoard}) n where m.id in (${meetings})`);
await product.db.execute('vacuum analyze');
await measureNotes('board of 1,000', boards, notesPerBoard);
await measureVotes('board of 1,000', boards, notesPerBoard);
await measure('read a board of 1,000 notes', reading(`${boards[0]}/board`, 100));
print(
  `load average after: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}`,
);
sender.disconnect();
