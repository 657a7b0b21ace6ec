// Measures notes per second and CPU time per note, compared with the bare database transaction.
import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { runAll } from './http-client.ts';
import { type Crew, make, openBoard } from './people.ts';
import { cpuOf } from './process-usage.ts';
import type { Product } from './product.ts';
import { startReference } from './references/reference.ts';
import { openSocketIoRoom, type Room } from './rooms.ts';
import { median, medianOf, percentile, type Row, rounds } from './rows.ts';

const cases = [
  { name: 'one board', boardCount: 1, notes: 600, atOnce: 10 },
  { name: '20 boards', boardCount: 20, notes: 1200, atOnce: 40 },
];
// Same as the product's pool.
const connections = 10;
const Took = z.object({ ms: z.number() });

interface Figures {
  perSecond: number;
  /** CPU time of server and PostgreSQL per note, in ms. */
  cpu: number;
}

type Round = Record<'ours' | 'transaction' | 'socketIo', Figures>;

const pace = { perSecond: 165, notes: 660, people: 10 };

/** Writes notes at a fixed rate, without waiting for responses. Resolves with the p99 latency in ms. */
async function p99AtPace(write: (n: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  const writing: Promise<void>[] = [];
  const began = performance.now();
  async function timed(n: number): Promise<void> {
    const sentAt = performance.now();
    await write(n);
    took.push(performance.now() - sentAt);
  }
  for (let n = 0; n < pace.notes; n += 1) {
    writing.push(timed(n));
    await pause(Math.max(0, began + ((n + 1) * 1000) / pace.perSecond - performance.now()));
  }
  await Promise.all(writing);
  return percentile(took, 0.99);
}

/** Returns a function that reads the CPU time used since, by the server and the product's PostgreSQL. */
async function cpuMeter(product: Product, pid: number): Promise<() => Promise<number>> {
  const read = async () => cpuOf([pid, ...(await product.postgresPids())]);
  const before = await read();
  return async () => (await read()) - before;
}

export async function measureNotes(product: Product, crew: Crew): Promise<Row[]> {
  const example = await openBoard(product, crew, 1);
  await using bare = await startReference('transactions', {
    database: await product.databaseUrl(),
    note: example.notes[0],
    connections,
  });
  await using plain = await startReference('socket-io', {
    database: await product.databaseUrl('plain'),
  });

  async function round({ boardCount, notes, atOnce }: (typeof cases)[number]): Promise<Round> {
    const boards: string[] = [];
    for (let n = 0; n < boardCount; n += 1) boards.push((await openBoard(product, crew)).path);
    const people = crew.people.slice(0, atOnce);
    const cpu = await cpuMeter(product, product.process.pid());
    const ms = await runAll(
      Array.from({ length: notes }, (_, n) => () => {
        const as = people[n % people.length] ?? crew.owner;
        const body = { content: `What went well, number ${n}`, note_type: 'went_well' };
        return make(product, { path: `${boards[n % boardCount]}/notes`, as, body });
      }),
      atOnce,
    );
    const ourCpu = await cpu();

    const meetings = boards.map((path) => path.split('/').at(-1));
    const bareMeter = await cpuMeter(product, bare.pid);
    const took = Took.parse(await bare.tell({ boards: meetings, count: notes, atOnce }));
    const bareCpu = await bareMeter();

    const rooms: Room[] = [];
    for (let n = 0; n < boardCount; n += 1) rooms.push(await openSocketIoRoom(plain, 1));
    const plainMeter = await cpuMeter(product, plain.pid);
    const plainMs = await runAll(
      Array.from({ length: notes }, (_, n) => async () => rooms[n % boardCount]?.write(n)),
      atOnce,
    );
    const plainCpu = await plainMeter();
    for (const room of rooms) await room.close();
    const figures = (took: number, cpuMs: number): Figures => ({
      perSecond: (notes / took) * 1000,
      cpu: cpuMs / notes,
    });
    return {
      ours: figures(ms, ourCpu),
      transaction: figures(took.ms, bareCpu),
      socketIo: figures(plainMs, plainCpu),
    };
  }

  const rows: Row[] = [];
  for (const each of cases) {
    const played: Round[] = [];
    for (let n = 0; n < rounds; n += 1) played.push(await round(each));
    const figures = (of: keyof Figures) => {
      const middle = (whose: keyof Round) => median(played.map((one) => one[whose][of]));
      return {
        value: middle('ours'),
        beside: [
          { what: 'bare transaction', value: middle('transaction') },
          { what: 'Socket.IO', value: middle('socketIo') },
        ],
      };
    };
    rows.push({ what: `New notes, ${each.name}`, unit: '/s', ...figures('perSecond') });
    rows.push({ what: `CPU for a new note, ${each.name}`, unit: 'ms', ...figures('cpu') });
  }
  const value = await medianOf(rounds, async () => {
    const { path } = await openBoard(product, crew);
    return p99AtPace((n) => {
      const as = crew.people[n % pace.people] ?? crew.owner;
      const body = { content: `What went well, number ${n}`, note_type: 'went_well' };
      return make(product, { path: `${path}/notes`, as, body });
    });
  });
  const plainP99 = await medianOf(rounds, async () => {
    const room = await openSocketIoRoom(plain, 1);
    const p99 = await p99AtPace((n) => room.write(n));
    await room.close();
    return p99;
  });
  rows.push({
    what: `New notes, one board, ${pace.perSecond} a second: p99`,
    value,
    unit: 'ms',
    beside: [{ what: 'Socket.IO', value: plainP99 }],
  });
  return rows;
}
