// The client core on its own clock and socket, over a cable that is slow, broken or mute: it is right again soon after.
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

/** A program's socket: Node's own says that it is a browser, but not of which site. */
const openSocket: OpenSocket = (url, listener) => {
  const socket = new WebSocket(url);
  socket.on('open', () => listener.onOpen());
  socket.on('message', (data: Buffer) => listener.onMessage(data.toString()));
  socket.on('error', () => listener.onError());
  socket.on('close', (code) => listener.onClose(code));
  return socket;
};

test('over a bad cable the board comes right', { timeout: 90_000 }, async () => {
  await using cable = await startTcpProxy(product.port);
  const direct = fetch;
  const putBack = setOrigin(cable.url, (input, init) =>
    // The client's own calls are relative to its site; ours go past the cable.
    direct(typeof input === 'string' ? new URL(input, cable.url) : input, init),
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

    cable.faults = { ...cable.faults, delay: 200, jitter: 100 };
    await write('slow');
    await until('it comes though slow', shows('slow'));

    cable.faults = { delay: 0, jitter: 0, blackHole: false, slice: 1 };
    await write('in pieces of a byte');
    await until('it comes though sliced', shows('in pieces of a byte'));

    cable.cut();
    await write('cut');
    await until('it comes though cut', shows('cut'));

    cable.faults = { delay: 0, jitter: 0, blackHole: true, slice: 0 };
    await write('swallowed');
    await pause(1500);
    expect(shows('swallowed')()).toBe(false);
    cable.faults = { ...cable.faults, blackHole: false };
    cable.cut();
    await until('it comes after the black hole', shows('swallowed'));
    await until('the socket is open again', isOpen);
    expect(client.getSnapshot().board?.seq).toBe((await historyOf(product.url, board)).length);
  } finally {
    stop();
    putBack();
  }
});

/** Somebody who shakes hands and never reads again. */
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

test('people who never read delay nobody else', { timeout: 90_000 }, async () => {
  const since = (await historyOf(product.url, board)).length;
  const sloths = await Promise.all(
    Array.from({ length: slowReaders - 1 }, () => openSlowReader(since)),
  );
  await using reader = await openLiveClient(await liveAddress(product.url, board, since));
  await reader.untilType('welcome');
  const notes = 100;
  for (let note = 0; note < notes; note += 1) await write('x'.repeat(1900));
  const events = () => reader.frames.filter((frame) => 'seq' in frame);
  await until('everything is read by who reads', () => events().length === notes);
  expect(events().map((frame) => 'seq' in frame && frame.seq)).toEqual(
    Array.from({ length: notes }, (_, index) => since + 1 + index),
  );
  for (const socket of sloths) socket.destroy();
});
