import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { sessionSocket } from './session-socket.ts';

/** Both ends of a network connection. */
async function openPair() {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const upgraded = Promise.withResolvers<{ ws: WebSocket; stream: Duplex }>();
  server.on('upgrade', (request, stream, head) => {
    sockets.handleUpgrade(request, stream, head, (ws) => {
      upgraded.resolve({ ws, stream });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const [ours] = await Promise.all([upgraded.promise, once(client, 'open')]);
  return {
    ...ours,
    client,
    async [Symbol.asyncDispose]() {
      client.terminate();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

it('delivers texts of any length in order, between pings, and reports each handed to the network', async () => {
  await using pair = await openPair();
  let sent = 0;
  const socket = sessionSocket(pair.ws, pair.stream, () => (sent += 1));
  const texts = [0, 1, 125, 126, 65_535, 65_536, 3_000_000, 7].map((length) => 'ä'.repeat(length));
  const lengths = [125, 126, 65_535, 65_536].map((length) => 'x'.repeat(length));
  const all = [...texts, ...lengths];
  const received: string[] = [];
  pair.client.on('message', (data: Buffer, isBinary) => {
    received.push(isBinary ? 'binary' : data.toString());
  });
  for (const text of all) {
    socket.send(Buffer.from(text));
    socket.ping();
  }
  await expect.poll(() => received.length).toBe(all.length);
  expect(received.every((text, index) => text === all[index])).toBe(true);
  await expect.poll(() => sent).toBe(all.length);
});

it('writes the frames of one tick together, up to a small number', async () => {
  await using pair = await openPair();
  const writes: number[] = [];
  const counting = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.length);
      done();
    },
  });
  let sent = 0;
  const socket = sessionSocket(pair.ws, counting, () => (sent += 1));
  const sendAll = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) socket.send(Buffer.from('note'));
    expect(socket.waitingBytes()).toBe((count % 32) * 6);
    await setImmediate();
  };
  await sendAll(1);
  await sendAll(3);
  await sendAll(33);
  expect([writes, sent]).toEqual([[1, 3, 32, 1].map((frames) => frames * 6), 37]);
});

it('writes nothing after its close frame', async () => {
  await using pair = await openPair();
  const socket = sessionSocket(pair.ws, pair.stream, () => {});
  const received: string[] = [];
  pair.client.on('message', (data: Buffer) => received.push(data.toString()));
  const closed = once(pair.client, 'close');
  socket.send(Buffer.from('before'));
  socket.close(1000, 'done');
  socket.send(Buffer.from('after'));
  const [code] = await closed;
  expect([received, code]).toEqual([['before'], 1000]);
});
