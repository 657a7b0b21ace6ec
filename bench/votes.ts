// Measures the latency of votes until all pages have the change, while the whole room votes concurrently.
import { randomUUID } from 'node:crypto';

import type { WebSocket } from 'ws';
import { z } from 'zod';

import { askOk } from './http-client.ts';
import { call, type Crew, make, openBoard, type Person } from './people.ts';
import type { Product } from './product.ts';
import { startReference } from './references/reference.ts';
import { joinBoard, openSocketIoRoom } from './rooms.ts';
import { percentile, type Row } from './rows.ts';

const voters = 50;
const warmUpRounds = 3;
const votingRounds = 15;

/** `command` is set only in the voter's own frame. */
const Frame = z.object({
  type: z.literal('board_changed'),
  seq: z.number(),
  data: z.object({ command: z.string().nullable() }),
});

/** Records the arrival time of each change by seq, and the seq of the voter's own vote. */
class Voter {
  readonly receivedAt = new Map<number, number>();
  readonly person: Person;
  ownSeq: number | null = null;
  readonly #socket: WebSocket;

  constructor(person: Person, socket: WebSocket) {
    this.person = person;
    this.#socket = socket;
    socket.on('message', (bytes: Buffer) => {
      const frame = Frame.safeParse(JSON.parse(bytes.toString())).data;
      if (!frame) return;
      this.receivedAt.set(frame.seq, performance.now());
      if (frame.data.command === 'vote.set') this.ownSeq = frame.seq;
    });
  }

  close(): void {
    this.#socket.close();
  }
}

/** All vote once, concurrently. Resolves with the ms from each vote until all sockets received its change. */
async function voteAtOnce(all: readonly Voter[], vote: (as: Person) => Promise<unknown>) {
  for (const voter of all) voter.ownSeq = null;
  const began = performance.now();
  await Promise.all(all.map(({ person }) => vote(person)));
  const isComplete = () => {
    const last = Math.max(...all.map(({ ownSeq }) => ownSeq ?? Infinity));
    return all.every(({ receivedAt }) => receivedAt.has(last));
  };
  while (!isComplete()) await new Promise((resolve) => setTimeout(resolve, 2));
  return all.map(({ ownSeq }) => {
    const received = all.map(({ receivedAt }) => receivedAt.get(ownSeq ?? 0) ?? Number.NaN);
    return Math.max(...received) - began;
  });
}

async function ourWaits(product: Product, crew: Crew): Promise<number[]> {
  const { path } = await openBoard(product, crew);
  const note = { content: 'A topic', note_type: 'went_well' };
  const topic = await make(product, { path: `${path}/notes`, as: crew.owner, body: note });
  const voting = { path: `${path}/phase/transition`, as: crew.owner, body: { phase: 'voting' } };
  await call(product, 'POST', voting);
  const all = await Promise.all(
    crew.people.slice(0, voters).map(async (person) => {
      return new Voter(person, await joinBoard(product, path, person));
    }),
  );
  const waits: number[] = [];
  for (let n = 0; n < warmUpRounds + votingRounds; n += 1) {
    const round = await voteAtOnce(all, (as) =>
      askOk({
        method: 'PUT',
        url: `${product.url}/api/v1${path}/topics/${topic}/votes`,
        token: as.token,
        key: randomUUID(),
        body: { count: 1 + (n % 2) },
      }),
    );
    if (n >= warmUpRounds) waits.push(...round);
  }
  for (const voter of all) voter.close();
  return waits;
}

/** The reference server has no votes, so it sends as many concurrent notes. */
async function plainWaits(product: Product): Promise<number[]> {
  const database = await product.databaseUrl('plain');
  await using server = await startReference('socket-io', { database });
  const { listeners, write, close } = await openSocketIoRoom(server, voters);
  const waits: number[] = [];
  for (let n = 0; n < warmUpRounds + votingRounds; n += 1) {
    listeners.reset();
    await Promise.all(Array.from({ length: voters }, (_, writer) => write(writer)));
    const round = await listeners.until(voters * voters);
    if (n >= warmUpRounds) waits.push(...round);
  }
  await close();
  return waits;
}

export async function measureVotes(product: Product, crew: Crew): Promise<Row[]> {
  const [ours, plain] = [await ourWaits(product, crew), await plainWaits(product)];
  return [50, 95].map((share) => ({
    what: `${voters} people vote at once: p${share} until all have a vote`,
    value: percentile(ours, share / 100),
    unit: 'ms',
    beside: [{ what: 'notes by Socket.IO', value: percentile(plain, share / 100) }],
  }));
}
