// Measures the process: idle memory, memory per socket, start-up time, and recovery time after kill -9.
import { setTimeout as pause } from 'node:timers/promises';

import type { WebSocket } from 'ws';

import { enter, listen } from './listeners.ts';
import { gather, openBoard } from './people.ts';
import { proportionalSize, residentSize } from './process-usage.ts';
import { type Product, startProduct } from './product.ts';
import { type Reference, startReference } from './references/reference.ts';
import { isSocketIoBoard, joinBoard, newSocketIoBoard } from './rooms.ts';
import { median, type Row, rounds } from './rows.ts';

/** Measured sockets. The same number is opened before, to use up the process's free memory. */
const sockets = 1000;
const peopleOnBoard = 100;
const restMs = 3000;
/** Time to collect the garbage of the handshakes, which is not part of a socket's memory. */
const settleMs = 12_000;
const kilobytesInMegabyte = 1024;

type OpenSockets = (count: number) => Promise<{ close(): Promise<void> }>;

async function bytesPerSocket(pid: number, open: OpenSockets): Promise<number> {
  const first = await open(sockets);
  await pause(settleMs);
  const before = residentSize(pid);
  const second = await open(sockets);
  await pause(settleMs);
  const after = residentSize(pid);
  await Promise.all([first.close(), second.close()]);
  return (after - before) / sockets;
}

function opening(server: Reference, io: boolean): OpenSockets {
  const address = io ? newSocketIoBoard(server) : `ws://127.0.0.1:${server.port}`;
  return (count) =>
    listen(
      Array.from({ length: count }, () => () => enter({ address }, io ? isSocketIoBoard : null)),
    );
}

/** Seconds until the process is ready. */
async function secondsToReady(start: () => Promise<void>, url: string): Promise<number> {
  const began = performance.now();
  const started = start();
  let isReady = false;
  while (!isReady) {
    await pause(5);
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    isReady = answer?.ok ?? false;
    await answer?.arrayBuffer();
  }
  const seconds = (performance.now() - began) / 1000;
  await started;
  return seconds;
}

async function measureStarts({ process: own, url }: Product): Promise<Row[]> {
  const [starts, kills, bare]: number[][] = [[], [], []];
  for (let n = 0; n < rounds; n += 1) {
    await own.stop();
    starts?.push(await secondsToReady(own.start, url));
    await own.kill();
    kills?.push(await secondsToReady(own.start, url));
    const began = performance.now();
    const server = await startReference('fastify', { routes: [] });
    await fetch(`http://127.0.0.1:${server.port}/`);
    bare?.push((performance.now() - began) / 1000);
    await server.stop();
  }
  const beside = [{ what: 'bare Fastify, no database', value: median(bare ?? []) }];
  return [
    {
      what: 'Start to first answer, with its PostgreSQL',
      value: median(starts ?? []),
      unit: 's',
      beside,
    },
    { what: 'kill -9 to ready again', value: median(kills ?? []), unit: 's', beside },
  ];
}

/** Measures the product after all other parts of a run. */
export async function measureAfterRun({ process }: Product): Promise<Row[]> {
  const value = residentSize(process.pid()) / kilobytesInMegabyte;
  return [{ what: 'Memory of the server after the run', value, unit: 'MB', beside: [] }];
}

/** Starts a fresh product that has served no requests. */
export async function measureProcess(): Promise<Row[]> {
  await using product = await startProduct();
  await product.createDatabase('plain');
  const rows = await measureStarts(product);
  await pause(restMs);
  const pid = product.process.pid();
  const database = await product.databaseUrl('plain');
  await using socketIo = await startReference('socket-io', { database });
  await using bare = await startReference('ws-broadcast', {});
  const beside = [
    { what: 'Socket.IO', value: residentSize(socketIo.pid) / kilobytesInMegabyte },
    { what: 'bare ws', value: residentSize(bare.pid) / kilobytesInMegabyte },
  ];
  const alone = residentSize(pid) / kilobytesInMegabyte;
  rows.push({ what: 'Memory of the server at rest', value: alone, unit: 'MB', beside });
  const postgres = await product.postgresPids();
  rows.push({
    what: 'Memory at rest with PostgreSQL, shared pages once',
    value: proportionalSize([pid, ...postgres]) / kilobytesInMegabyte,
    unit: 'MB',
    beside: [{ what: 'PostgreSQL alone', value: proportionalSize(postgres) / kilobytesInMegabyte }],
  });
  const crew = await gather(product, sockets);
  const entering: (() => Promise<WebSocket>)[] = [];
  for (let from = 0; from < sockets; from += peopleOnBoard) {
    const { path } = await openBoard(product, crew);
    const people = crew.people.slice(from, from + peopleOnBoard);
    entering.push(...people.map((person) => () => joinBoard(product, path, person)));
  }
  rows.push({
    what: 'Memory for a socket',
    value: await bytesPerSocket(pid, () => listen(entering)),
    unit: 'KB',
    beside: [
      { what: 'Socket.IO', value: await bytesPerSocket(socketIo.pid, opening(socketIo, true)) },
      { what: 'bare ws', value: await bytesPerSocket(bare.pid, opening(bare, false)) },
    ],
  });
  return rows;
}
