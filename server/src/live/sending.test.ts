// Frames reach a socket in order, as fast as it reads. A slow reader is limited and delays nobody.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { liveLimits } from '@wentwell/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { buildBoard, growLog, textsOf } from '#test/board-scene';
import { fileApp } from '#test/build-test-app';
import { holdSocket } from '#test/held-socket';

import { ConnectionLimit } from './admission.ts';
import type { EncodedChange } from './change-frames.ts';
import { Outbox } from './outbox.ts';
import { sessionSocket } from './session-socket.ts';

const app = await fileApp();

describe('a slow reader', () => {
  it('S-55: is closed with 1013 at 1 MiB, misses frames without seq at half of it, and delays nobody', async () => {
    const { owner, member, meeting, note, follow } = await buildBoard(app);
    await using quick = await follow(member);
    const slow = holdSocket(app, { user: owner, meeting });
    await slow.session.start({ token: '', since: null, from: '127.0.0.1' });
    const room = await app.rooms.openRoom(meeting.id);
    const count = (type: string) => slow.frames.filter((frame) => frame.type === type).length;
    slow.waitingBytes = liveLimits.waitingBytes / 2 - 1;
    room.sendHead();
    expect(count('head')).toBe(1);
    slow.waitingBytes += 1;
    room.sendHead();
    expect(count('head')).toBe(1);
    await note(member, 'one');
    await expect.poll(() => count('note_created')).toBe(1);
    slow.waitingBytes = liveLimits.waitingBytes;
    await note(member, 'two');
    await expect.poll(() => slow.closed).toEqual([1013]);
    expect(count('note_created')).toBe(1);
    await expect.poll(() => textsOf(quick)).toEqual(['one', 'two']);
  });

  it('S-55: has at most 256 frames queued, half as many of those without seq', async () => {
    const { owner, member, meeting, note } = await buildBoard(app);
    const slow = holdSocket(app, { user: owner, meeting });
    const room = await app.rooms.openRoom(meeting.id);
    await slow.session.start({ token: '', since: room.head.seq, from: '127.0.0.1' });
    for (let sent = 0; sent < liveLimits.waitingFrames; sent += 1) room.sendHead();
    expect(slow.frames).toHaveLength(liveLimits.waitingFrames / 2);
    await growLog(app, meeting, liveLimits.waitingFrames / 2 + 1);
    // The room notices dropped frames by the gap before the next one.
    await note(member, 'last');
    await expect.poll(() => slow.closed).toEqual([1013]);
    expect(slow.frames).toHaveLength(liveLimits.waitingFrames);
  });

  it('S-16: an admitted client is read while it catches up, so that a slow one does not time out', async () => {
    const { owner, meeting } = await buildBoard(app);
    const since = await growLog(app, meeting, liveLimits.resumeMax);
    const reader = holdSocket(app, { user: owner, meeting });
    const starting = reader.session.start({ token: '', since, from: '127.0.0.1' });
    await expect.poll(() => reader.frames.length).toBeGreaterThan(50);
    expect(reader.isRead).toBe(true);
    reader.flow();
    await starting;
  });

  it('S-33: a long history is sent no faster than the socket accepts', async () => {
    const { owner, meeting } = await buildBoard(app);
    const start = await growLog(app, meeting, liveLimits.resumeMax);
    const reader = holdSocket(app, { user: owner, meeting });
    const starting = reader.session.start({ token: '', since: start, from: '127.0.0.1' });
    await expect.poll(() => reader.frames.length).toBeGreaterThan(50);
    expect(reader.frames.length).toBeLessThan(liveLimits.waitingFrames);
    reader.flow();
    await starting;
    const seqs = reader.frames.flatMap((frame) => ('seq' in frame ? [frame.seq] : []));
    expect(seqs).toEqual(Array.from({ length: liveLimits.resumeMax }, (_, i) => start + 1 + i));
    expect(reader.closed).toEqual([]);
  });
});

it('S-17: a full board admits nobody until a socket closes', async () => {
  const { owner, member, meeting } = await buildBoard(app);
  const limits = {
    connectionLimits: {
      users: new ConnectionLimit(liveLimits.socketsPerUser),
      links: new ConnectionLimit(liveLimits.socketsPerLink),
      boards: new ConnectionLimit(1),
    },
  };
  const [first, second, third] = [owner, member, member].map((user) =>
    holdSocket(app, { user, meeting }, limits),
  );
  await first!.session.start({ token: '', since: null, from: '127.0.0.1' });
  await second!.session.start({ token: '', since: null, from: '127.0.0.1' });
  expect([first!.closed, second!.closed]).toEqual([[], [1013]]);
  first!.session.onClose();
  await third!.session.start({ token: '', since: null, from: '127.0.0.1' });
  expect(third!.closed).toEqual([]);
});

const event = (seq: number): EncodedChange => {
  const bytes = Buffer.from(`${seq}`);
  return { seq, bytesFor: () => bytes, basicFramesFor: () => [bytes] };
};

describe('the outbox', () => {
  it('S-33: sends the log, then held frames, each once and in order, however they overlap', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.nat(10), fc.nat(10), (since, missed, later) => {
        const sent: number[] = [];
        const outbox = new Outbox({ send: ({ seq }) => sent.push(seq) });
        const end = since + missed + later;
        // Live changes overlap with the end of the replayed log.
        for (let seq = since + 1 + Math.floor(missed / 2); seq <= end; seq += 1) {
          outbox.offer(event(seq));
        }
        outbox.replay(Array.from({ length: missed }, (_, index) => event(since + 1 + index)));
        outbox.resume(since + missed);
        outbox.offer(event(end + 1));
        expect(sent).toEqual(Array.from({ length: end + 1 - since }, (_, i) => since + 1 + i));
      }),
    );
  });

  it('S-33: sends nothing before it is resumed', () => {
    const sent: number[] = [];
    const outbox = new Outbox({ send: ({ seq }) => sent.push(seq) });
    outbox.offer(event(5));
    expect(sent).toEqual([]);
  });
});

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
