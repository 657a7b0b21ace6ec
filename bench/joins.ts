// Measures joining: all at once, as when a meeting begins, and four at a time, as when a room fills.
import { setTimeout as pause } from 'node:timers/promises';

import type { WebSocket } from 'ws';

import { runAll } from './http-client.ts';
import { enter, type Entrance, type Greet } from './listeners.ts';
import { type Crew, openBoard } from './people.ts';
import { cpuOf } from './process-usage.ts';
import type { Product } from './product.ts';
import { startReference } from './references/reference.ts';
import { isSocketIoBoard, joinBoard, newSocketIoBoard } from './rooms.ts';
import { median, medianOf, type Row, rounds } from './rows.ts';

const notesOnBoard = 20;
const sizes = [200, 1000];
const gradually = 4;
/** Twice the maximum delay of the participant list in a large room. */
const settledAfterMs = 4000;

/** Resolves with all sockets and the seconds until the last one has joined. */
async function joined(
  count: number,
  atOnce: number,
  enterOne: (index: number) => Promise<WebSocket>,
): Promise<{ seconds: number; sockets: WebSocket[] }> {
  const sockets: WebSocket[] = [];
  const work = Array.from({ length: count }, (_, n) => async () => {
    sockets.push(await enterOne(n));
  });
  const ms = await runAll(work, atOnce);
  return { seconds: ms / 1000, sockets };
}

async function timed(...[count, atOnce, enterOne]: Parameters<typeof joined>): Promise<number> {
  const { seconds, sockets } = await joined(count, atOnce, enterOne);
  for (const socket of sockets) socket.terminate();
  return seconds;
}

interface Filling {
  seconds: number;
  /** CPU time per participant in ms, of server and PostgreSQL, until all participant lists are complete. */
  cpu: number;
  /** Total bytes of frames until then. */
  bytes: number;
}

/** Fills a room, then empties it. */
async function fill(product: Product, crew: Crew, count: number): Promise<Filling> {
  const { path } = await openBoard(product, crew, notesOnBoard);
  const pids = [product.process.pid(), ...(await product.postgresPids())];
  let bytes = 0;
  const onFrame = (data: Buffer): void => {
    bytes += data.length;
  };
  const before = cpuOf(pids);
  const { seconds, sockets } = await joined(count, gradually, (n) =>
    joinBoard(product, path, { ...(crew.people[n] ?? crew.owner), onFrame }),
  );
  await pause(settledAfterMs);
  const filling = { seconds, cpu: (cpuOf(pids) - before) / count, bytes };
  for (const socket of sockets) socket.terminate();
  return filling;
}

export async function measureJoins(product: Product, crew: Crew): Promise<Row[]> {
  const database = await product.databaseUrl('plain');
  await using socketIo = await startReference('socket-io', { database });
  await using bare = await startReference('ws-broadcast', {});
  const bareAddress = { address: `ws://127.0.0.1:${bare.port}` };
  const referencesOf = async (count: number, atOnce: number) => {
    const enterAll = (entrance: () => Entrance, greet: Greet | null) =>
      medianOf(rounds, () => {
        const at = entrance();
        return timed(count, atOnce, () => enter(at, greet));
      });
    const plain = await enterAll(() => ({ address: newSocketIoBoard(socketIo) }), isSocketIoBoard);
    return [
      { what: 'Socket.IO', value: plain },
      { what: 'bare ws', value: await enterAll(() => bareAddress, null) },
    ];
  };
  const rows: Row[] = [];
  for (const count of sizes) {
    const value = await medianOf(rounds, async () => {
      const { path } = await openBoard(product, crew, notesOnBoard);
      return timed(count, count, (n) => joinBoard(product, path, crew.people[n] ?? crew.owner));
    });
    const what = `${count} people join at once`;
    rows.push({ what, value, unit: 's', beside: await referencesOf(count, count) });
  }
  for (const count of sizes) {
    const played: Filling[] = [];
    for (let n = 0; n < rounds; n += 1) played.push(await fill(product, crew, count));
    const of = (figure: (filling: Filling) => number): number => median(played.map(figure));
    const what = `${count} people join four at a time`;
    const beside = await referencesOf(count, gradually);
    rows.push(
      { what, value: of(({ seconds }) => seconds), unit: 's', beside },
      { what: `${what}: CPU for each`, value: of(({ cpu }) => cpu), unit: 'ms', beside: [] },
      {
        what: `${what}: frames in all`,
        value: of(({ bytes }) => bytes) / 1024 ** 2,
        unit: 'MB',
        beside: [],
      },
    );
  }
  return rows;
}
