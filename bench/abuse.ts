// Measures how one abusive account affects another team: the p95 of the team's requests, compared with an idle product
// in the same run. Rate limits are on.
import { call, gather, make, type Person } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { percentile, type Row } from './rows.ts';

const fullBoard = 1000;
const rounds = { seconds: 10, every: 300 };
/** They take turns to stay below their own rate limits: a board read costs 10 of 20 tokens a second. */
const observers = 8;

interface Place {
  path: string;
  notes: string[];
  /** Any team member may edit it. */
  action: string;
}

type Ask = (worker: number, turn: number) => Promise<number>;

interface Request {
  path: string;
  as: Person;
  body?: unknown;
}

async function status(
  product: Product,
  method: string,
  { path, as, body }: Request,
): Promise<number> {
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

/** Creates a live board with `count` notes, all revealed by one change. */
async function buildBoard(
  product: Product,
  { as, teamId, count }: { as: Person; teamId: string; count: number },
): Promise<Place> {
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

/** Simulates the other team, which reads its board and edits a note. Returns each request's duration in ms. */
async function usualWork(
  product: Product,
  { team, place: { path, action } }: { team: readonly Person[]; place: Place },
): Promise<number[]> {
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
    await timed(() => status(product, 'GET', { path: `${path}/board`, as }));
    const body = { content: `Edited ${waits.length}` };
    await timed(() => status(product, 'PUT', { path: `${path}/notes/${action}`, as, body }));
    await next;
  }
  return waits;
}

/** Sends requests from concurrent workers without pause until `work` is done. */
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

export async function measureAbuse(): Promise<Row[]> {
  const settings = { RATE_LIMITS: '1', TRUST_PROXY: undefined };
  await using product = await startProduct({ settings });
  const { owner, people: team, teamId } = await gather(product, observers);
  const { owner: abuser, teamId: ownTeam } = await gather(product, 1, { prefix: 'abusing-' });
  const place = await buildBoard(product, { as: owner, teamId, count: 30 });
  const target = await buildBoard(product, { as: abuser, teamId: ownTeam, count: fullBoard - 1 });
  const long = 'y'.repeat(1900);
  let deleted = 1;
  const kinds: [string, number, Ask][] = [
    [
      '40 board reads at once',
      40,
      () => status(product, 'GET', { path: `${target.path}/board`, as: abuser }),
    ],
    [
      '200 board reads at once',
      200,
      () => status(product, 'GET', { path: `${target.path}/board`, as: abuser }),
    ],
    [
      '40 edits at once',
      40,
      (worker, turn) =>
        status(product, 'PUT', {
          path: `${target.path}/notes/${target.notes[0] ?? ''}`,
          as: abuser,
          body: { content: `${worker} ${turn} ${long}` },
        }),
    ],
    [
      '60 deletions at once after a reveal',
      60,
      () =>
        status(product, 'DELETE', {
          path: `${target.path}/notes/${target.notes[deleted++] ?? ''}`,
          as: abuser,
        }),
    ],
  ];

  const work = () => usualWork(product, { team, place });
  await work();
  const quiet = percentile(await work(), 0.95);
  const rows: Row[] = [];
  for (const [name, workers, ask] of kinds) {
    const { result, answers } = await underAbuse(workers, ask, work);
    const told = [...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ');
    console.error(`${name}: the account was answered ${told}`);
    rows.push({
      what: `Another team's p95 at ${name}`,
      value: percentile(result, 0.95),
      unit: 'ms',
      beside: [{ what: 'quiet', value: quiet }],
    });
  }
  return rows;
}
