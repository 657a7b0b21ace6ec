// What another team feels while one account asks as fast as it can: the p95 of its requests, beside that of a quiet
// product in the same run. Limits are on, as people meet them. Run on a quiet machine: node bench/abuse.ts
import { call, gather, make, type Person } from './people.ts';
import { startProduct } from './product.ts';

const fullBoard = 1000;
const rounds = { seconds: 10, every: 300 };
/** They take turns, so that none comes near its own limit of requests: a board read costs ten of its twenty a second. */
const observers = 8;

interface Place {
  path: string;
  notes: string[];
  /** Anybody in the team may edit it. */
  action: string;
}

type Ask = (worker: number, turn: number) => Promise<number>;

const product = await startProduct({ RATE_LIMITS: '1', TRUST_PROXY: undefined });
await using _product = product;

interface Request {
  path: string;
  as: Person;
  body?: unknown;
}

async function status(method: string, { path, as, body }: Request): Promise<number> {
  const response = await fetch(`${product.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** A live board of one person's own team, with so many notes turned over by one event. */
async function buildBoard(as: Person, teamId: string, count: number): Promise<Place> {
  const path = `/meetings/${await make(product, { path: '/meetings', as, body: { name: 'Board', team_id: teamId } })}`;
  await call(product, 'PUT', { path, as, body: { status: 'live' } });
  await call(product, 'POST', { path: `${path}/phase/transition`, as, body: { phase: 'writing' } });
  const notes: string[] = [];
  let asked = 0;
  const add = async () => {
    while (asked < count) {
      asked += 1;
      const content = `Note ${asked} ${'x'.repeat(300)}`;
      notes.push(await make(product, { path: `${path}/notes`, as, body: { content } }));
    }
  };
  await Promise.all([add(), add(), add(), add()]);
  const action = await make(product, {
    path: `${path}/notes`,
    as,
    body: { content: 'To do', note_type: 'action' },
  });
  await call(product, 'POST', { path: `${path}/phase/next`, as });
  return { path, notes, action };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The other team at its usual pace: its people read their board and edit a note. Returns the ms of each request. */
async function usualWork(team: readonly Person[], { path, action }: Place): Promise<number[]> {
  const waits: number[] = [];
  let turn = 0;
  const timed = async (ask: () => Promise<number>) => {
    const began = performance.now();
    const answer = await ask();
    if (answer !== 200) throw new Error(`the other team was answered ${answer}`);
    waits.push(performance.now() - began);
  };
  for (const until = performance.now() + rounds.seconds * 1000; performance.now() < until;) {
    const next = new Promise((resolve) => setTimeout(resolve, rounds.every));
    const as = team[turn++ % team.length];
    if (!as) throw new Error('nobody is there to observe');
    await timed(() => status('GET', { path: `${path}/board`, as }));
    const body = { content: `Edited ${waits.length}` };
    await timed(() => status('PUT', { path: `${path}/notes/${action}`, as, body }));
    await next;
  }
  return waits;
}

/** Asks with so many workers at once, each as fast as it is answered, until the work is done. */
async function underAbuse<T>(workers: number, ask: Ask, work: () => Promise<T>) {
  const answers = new Map<number, number>();
  let isOver = false;
  const asking = Array.from({ length: workers }, async (_, worker) => {
    for (let turn = 0; !isOver; turn += 1) {
      const answer = await ask(worker, turn);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  const result = await work();
  isOver = true;
  await Promise.all(asking);
  return { result, answers };
}

const team = await gather(product, observers);
const { owner: abuser, teamId: ownTeam } = await gather(product, 1, 'abusing-');
const victim = await buildBoard(team.owner, team.teamId, 30);
const target = await buildBoard(abuser, ownTeam, fullBoard - 1);

const long = 'y'.repeat(1900);
let deleted = 1;
const kinds: [string, number, Ask][] = [
  ['40 board reads at once', 40, () => status('GET', { path: `${target.path}/board`, as: abuser })],
  [
    '200 board reads at once',
    200,
    () => status('GET', { path: `${target.path}/board`, as: abuser }),
  ],
  [
    '40 edits at once',
    40,
    (worker, turn) =>
      status('PUT', {
        path: `${target.path}/notes/${target.notes[0] ?? ''}`,
        as: abuser,
        body: { content: `${worker} ${turn} ${long}` },
      }),
  ],
  [
    '60 deletions at once after a reveal',
    60,
    () =>
      status('DELETE', {
        path: `${target.path}/notes/${target.notes[deleted++] ?? ''}`,
        as: abuser,
      }),
  ],
];

await usualWork(team.people, victim);
const quiet = await usualWork(team.people, victim);
const quietP95 = percentile(quiet, 0.95);
const line = (what: string, waits: readonly number[], more = '') =>
  console.log(
    `${what.padEnd(38)} p50 ${percentile(waits, 0.5).toFixed(1).padStart(6)} ms   p95 ${percentile(waits, 0.95).toFixed(1).padStart(6)} ms  ${more}`,
  );
line('quiet', quiet);
for (const [what, workers, ask] of kinds) {
  const { result, answers } = await underAbuse(workers, ask, () => usualWork(team.people, victim));
  const times = percentile(result, 0.95) / quietP95;
  const told = [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ');
  line(what, result, `${times.toFixed(1)} times quiet; the account was answered ${told}`);
}
