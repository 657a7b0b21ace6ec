// Compares two and four nodes with one: notes on 20 boards, each on one node, as the samples of deploy/ send them.
import { canRunRedis, startTestRedis } from '../server/test/redis.ts';
import { coreCount } from './cores.ts';
import { runAll } from './http-client.ts';
import { listen, type Listeners } from './listeners.ts';
import { type Crew, gather, inNewTeam, make, openBoard } from './people.ts';
import { cpuOf } from './process-usage.ts';
import { type Product, startProduct } from './product.ts';
import { joinBoard } from './rooms.ts';
import { median, type Row, rounds } from './rows.ts';

const boardCount = 20;
const peopleOnBoard = 10;
const notes = 800;
/** Notes that each new node takes alone before the first round: until then, V8 makes a note's code faster. */
const warmUpNotes = 10_000;
/** Requests in flight for each node: a node with fewer needs more CPU per note, because less shares a round trip. */
const atOnce = 40;
const nodeCounts = [1, 2, 4];

interface Figures {
  perSecond: number;
  /** Total CPU time of all nodes per note, in ms. */
  cpu: number;
}

async function playRound(nodes: readonly Product[], crew: Crew, count = notes): Promise<Figures> {
  const [first] = nodes;
  if (!first) throw new Error('there is no node');
  const nodeOf = (board: number): Product => nodes[board % nodes.length] ?? first;
  const boards: string[] = [];
  const rooms: Listeners[] = [];
  for (let n = 0; n < boardCount; n += 1) {
    const { path } = await openBoard(first, crew);
    const people = crew.people.slice(0, peopleOnBoard);
    rooms.push(await listen(people.map((person) => () => joinBoard(nodeOf(n), path, person))));
    boards.push(path);
  }
  const pids = nodes.map((node) => node.process.pid());
  const before = cpuOf(pids);
  const ms = await runAll(
    Array.from({ length: count }, (_, n) => () => {
      const writer = Math.floor(n / boardCount);
      const as = crew.people[writer % atOnce] ?? crew.owner;
      const body = { content: `Note ${n}`, note_type: 'went_well' };
      const board = n % boardCount;
      return make(nodeOf(board), { path: `${boards[board]}/notes`, as, body });
    }),
    atOnce * nodes.length,
  );
  const cpu = (cpuOf(pids) - before) / count;
  for (const room of rooms) await room.close();
  return { perSecond: (count / ms) * 1000, cpu };
}

/** Uses a separate database in the product's PostgreSQL. Returns no rows without Redis. */
export async function measureNodes(product: Product): Promise<Row[]> {
  if (!canRunRedis) {
    console.log('several nodes: not measured, there is no redis-server');
    return [];
  }
  await using redis = await startTestRedis();
  await product.createDatabase('nodes');
  const database = await product.databaseUrl('nodes');
  const settings = { DATABASE_URL: database, REDIS_URL: redis.url };
  const nodes: Product[] = [];
  try {
    let crew: Crew | undefined;
    const found = new Map<number, Figures>();
    for (const count of nodeCounts) {
      while (nodes.length < count) {
        const node = await startProduct({ settings, core: nodes.length % coreCount });
        nodes.push(node);
        crew ??= await gather(node, atOnce, { database });
        crew = await inNewTeam(node, crew, database);
        await playRound([node], crew, warmUpNotes);
      }
      const [first] = nodes;
      if (!first || !crew) throw new Error('unreachable');
      crew = await inNewTeam(first, crew, database);
      const played: Figures[] = [];
      for (let n = 0; n < rounds; n += 1) {
        played.push(await playRound(nodes, crew, notes * count));
      }
      const middle = (of: keyof Figures) => median(played.map((one) => one[of]));
      found.set(count, { perSecond: middle('perSecond'), cpu: middle('cpu') });
    }
    return rowsOf(found);
  } finally {
    for (const node of nodes.toReversed()) await node[Symbol.asyncDispose]();
  }
}

function rowsOf(found: ReadonlyMap<number, Figures>): Row[] {
  const one = found.get(1);
  if (!one) return [];
  const more = nodeCounts.filter((count) => count > 1);
  return more.flatMap((count): Row[] => {
    const figures = found.get(count);
    if (!figures) return [];
    return [
      {
        what: `${count} nodes, new notes`,
        value: figures.perSecond,
        unit: '/s',
        beside: [{ what: 'one node', value: one.perSecond }],
      },
      {
        what: `${count} nodes, CPU of the nodes for a note`,
        value: figures.cpu,
        unit: 'ms',
        beside: [{ what: 'one node', value: one.cpu }],
      },
      {
        what: `${count} nodes do so many times the work of one, by CPU`,
        value: (count * one.cpu) / figures.cpu,
        unit: '×',
        beside: [],
      },
    ];
  });
}
