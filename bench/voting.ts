// How long a vote takes until everybody's page has its event, when all of a room vote at once. Run on a quiet machine:
// node bench/voting.ts
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { loadavg } from 'node:os';

import { OwnVotes } from '@wentwell/contract/votes';
import { WebSocket } from 'ws';
import { z } from 'zod';

import { call, gather, make, type Person } from './people.ts';
import { startProduct } from './product.ts';

const voters = 50;
const warmUpRounds = 3;
const rounds = 20;

const Frame = z.object({
  type: z.string(),
  seq: z.number().optional(),
  data: z.object({ mine: OwnVotes.optional() }),
});

/** When a socket received each event of votes, by seq, and which of them had its person's own vote. */
class Listener {
  readonly receivedAt = new Map<number, number>();
  ownSeq: number | null = null;

  constructor(socket: WebSocket) {
    socket.on('message', (bytes: Buffer) => {
      const frame = Frame.safeParse(JSON.parse(bytes.toString())).data;
      if (frame?.type !== 'votes_changed' || frame.seq === undefined) return;
      this.receivedAt.set(frame.seq, performance.now());
      if (frame.data.mine) this.ownSeq = frame.seq;
    });
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const product = await startProduct();
const { owner, people, teamId } = await gather(product, voters);
const body = { name: 'Voting', team_id: teamId };
const path = `/meetings/${await make(product, { path: '/meetings', as: owner, body })}`;
async function enter(phase: string): Promise<void> {
  await call(product, 'POST', { path: `${path}/phase/transition`, as: owner, body: { phase } });
}
await call(product, 'PUT', { path, as: owner, body: { status: 'live' } });
await enter('grouping');
const note = { content: 'A topic', note_type: 'went_well' };
const topic = await make(product, { path: `${path}/notes`, as: owner, body: note });
await enter('voting');

async function listen(person: Person, index: number): Promise<Listener> {
  const address = `${product.url.replace('http', 'ws')}/api/v1/ws${path}?token=${person.token}`;
  const headers = { 'x-forwarded-for': `10.0.0.${index}` };
  const socket = new WebSocket(address, { headers });
  const listener = new Listener(socket);
  // The welcome is the first message; a socket is sent the events after it.
  await once(socket, 'message');
  return listener;
}
const listeners = await Promise.all(people.map(listen));
let events = 0;

/** With a key, as the page does. */
async function vote({ as, count }: { as: Person; count: number }): Promise<void> {
  const answer = await fetch(`${product.url}/api/v1${path}/topics/${topic}/votes`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${as.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ count }),
  });
  if (!answer.ok) throw new Error(`a vote: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Everybody votes once, at once; resolves with the ms from each vote until all sockets had its event. */
async function round(count: number): Promise<number[]> {
  for (const listener of listeners) listener.ownSeq = null;
  const began = performance.now();
  await Promise.all(people.map((as) => vote({ as, count })));
  const isComplete = () => {
    const seqs = listeners.map(({ ownSeq }) => ownSeq);
    const last = Math.max(...seqs.map((seq) => seq ?? Infinity));
    return listeners.every(({ receivedAt }) => receivedAt.has(last));
  };
  while (!isComplete()) await new Promise((resolve) => setTimeout(resolve, 5));
  events += new Set(listeners.map(({ ownSeq }) => ownSeq)).size;
  return listeners.map(({ ownSeq }) => {
    const received = listeners.map(({ receivedAt }) => receivedAt.get(ownSeq ?? 0) ?? Number.NaN);
    return Math.max(...received) - began;
  });
}

for (let n = 0; n < warmUpRounds; n += 1) await round(1 + (n % 2));
const waitsByRound: number[][] = [];
events = 0;
for (let n = 0; n < rounds; n += 1) {
  waitsByRound.push(await round(1 + ((n + warmUpRounds) % 2)));
}
const waits = waitsByRound.flat();
const quickest = Math.min(...waitsByRound.map((each) => percentile(each, 0.95)));
const load = loadavg().map((each) => each.toFixed(1));
const [p50, p95, most] = [percentile(waits, 0.5), percentile(waits, 0.95), Math.max(...waits)];
process.stdout.write(
  `${voters} people vote at once, ${rounds} times; ms until all ${voters} sockets have a vote: ` +
    `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, most ${most.toFixed(0)}; p95 of the quickest time ${quickest.toFixed(0)}; ` +
    `${(events / rounds).toFixed(1)} events each time (load average ${load.join(' ')})\n`,
);
await product[Symbol.asyncDispose]();
process.exit();
