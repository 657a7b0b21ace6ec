// The client core with a real clock and socket behind a proxy that delays, disconnects or swallows: it recovers soon.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { UserId } from '@wentwell/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';

import { openLiveClient } from '../../server/test/live-client.ts';
import type { ProductProcess } from '../../server/test/product-process.ts';
import { setBearer } from '../../web/src/api/request.ts';
import { boardApi } from '../../web/src/live/board-api.ts';
import { BoardClient } from '../../web/src/live/board-client.ts';
import { browserClock } from '../../web/src/live/clock.ts';
import type { OpenSocket } from '../../web/src/live/live-socket.ts';
import { memoryStore } from '../../web/src/live/testing/fake-commands.ts';
import { FakePage } from '../../web/src/live/testing/fake-page.ts';
import { setOrigin } from '../simulator/page-globals.ts';
import { startTcpProxy } from '../tcp-proxy.ts';
import { type Board, call, historyOf, liveAddress, openBoard } from './board.ts';
import { startProduct, until } from './product.ts';

const slowReaders = 20;

let folder = '';
let product: ProductProcess;
let board: Board;
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/wentwell-network-`);
  product = await startProduct({ DATA_DIR: folder });
  board = await openBoard(product.url);
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

async function write(content: string): Promise<void> {
  const body = { id: randomUUID(), content, note_type: 'action' };
  const path = `/meetings/${board.meetingId}/notes`;
  await call(product.url, path, { token: board.token, method: 'POST', body });
}

/** Node's own WebSocket sends `Sec-Fetch-…` without an Origin, which the server refuses. */
const openSocket: OpenSocket = (url, listener) => {
  const socket = new WebSocket(url);
  socket.on('open', () => listener.onOpen());
  socket.on('message', (data: Buffer) => listener.onMessage(data.toString()));
  socket.on('error', () => listener.onError());
  socket.on('close', (code) => listener.onClose(code));
  return socket;
};

test('a board recovers from a bad network', { timeout: 90_000 }, async () => {
  await using proxy = await startTcpProxy(product.port);
  const direct = fetch;
  const restoreGlobals = setOrigin(proxy.url, (input, init) =>
    // The client's requests are relative to the site; those of the test bypass the proxy.
    direct(typeof input === 'string' ? new URL(input, proxy.url) : input, init),
  );
  setBearer(board.token);
  const me = z.object({ id: UserId }).parse(await call(product.url, '/users/me', board));
  const client = new BoardClient({
    api: boardApi(board.meetingId),
    clock: browserClock,
    page: new FakePage(),
    openSocket,
    random: Math.random,
    me: { userId: me.id, userName: 'Robin' },
    store: memoryStore(),
    deserialize: () => null,
  });
  const stop = client.start();
  const isOpen = (): boolean => client.getSnapshot().connection.status === 'open';
  const shows = (content: string) => (): boolean =>
    client.getSnapshot().board?.notes.some((note) => note.content === content) === true;
  try {
    await until('the socket is open', isOpen);

    proxy.faults = { ...proxy.faults, delay: 200, jitter: 100 };
    await write('slow');
    await until('it comes though slow', shows('slow'));

    proxy.faults = { delay: 0, jitter: 0, blackHole: false, slice: 1 };
    await write('in pieces of a byte');
    await until('it comes though sliced', shows('in pieces of a byte'));

    proxy.cut();
    await write('cut');
    await until('it comes though cut', shows('cut'));

    proxy.faults = { delay: 0, jitter: 0, blackHole: true, slice: 0 };
    await write('swallowed');
    await pause(1500);
    expect(shows('swallowed')()).toBe(false);
    proxy.faults = { ...proxy.faults, blackHole: false };
    proxy.cut();
    await until('it comes after the black hole', shows('swallowed'));
    await until('the socket is open again', isOpen);
    expect(client.getSnapshot().board?.seq).toBe((await historyOf(product.url, board)).length);
  } finally {
    stop();
    restoreGlobals();
  }
});

/** A client that completes the handshake and never reads. */
async function openSlowReader(since: number): Promise<Socket> {
  const { pathname, search } = new URL(await liveAddress(product.url, board, since));
  const socket = connect(product.port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
  const key = `Sec-WebSocket-Key: ${Buffer.from(randomUUID().slice(0, 16)).toString('base64')}`;
  const head = [`GET ${pathname}${search} HTTP/1.1`, `Host: 127.0.0.1`, ...lines, key];
  socket.on('error', () => undefined);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.pause();
  return socket;
}

test('clients that never read delay nobody else', { timeout: 90_000 }, async () => {
  const since = (await historyOf(product.url, board)).length;
  const slow = await Promise.all(
    Array.from({ length: slowReaders - 1 }, () => openSlowReader(since)),
  );
  await using reader = await openLiveClient(await liveAddress(product.url, board, since));
  await reader.untilType('welcome');
  const notes = 100;
  for (let note = 0; note < notes; note += 1) await write('x'.repeat(1900));
  const events = () => reader.frames.filter((frame) => 'seq' in frame);
  await until('the client that reads has everything', () => events().length === notes);
  expect(events().map((frame) => 'seq' in frame && frame.seq)).toEqual(
    Array.from({ length: notes }, (_, index) => since + 1 + index),
  );
  for (const socket of slow) socket.destroy();
});
