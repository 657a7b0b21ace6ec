import { expect, test } from 'vitest';

import type { ConnectionState } from './live-connection.ts';
import { LiveConnection } from './live-connection.ts';
import { connect } from './testing/connection-scene.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { FakePage } from './testing/fake-page.ts';

test('C-11: connecting, then open', async () => {
  const { states, open } = connect();
  await open();
  expect(states.map(({ status }) => status)).toEqual(['connecting', 'connecting', 'open']);
});

test('C-21, C-22: joins after 0.5 s, pings after 1 s and then every 30 s', async () => {
  const { clock, open } = connect();
  const socket = await open();
  await clock.advance(499);
  expect(socket.kinds).toEqual([]);
  await clock.advance(1);
  expect(socket.kinds).toEqual(['user_joined']);
  expect(JSON.parse(socket.sent[0] ?? '')).toMatchObject({
    data: { userId: 'ada', userName: 'Ada Lovelace', isOnline: true },
    userId: 'ada',
  });
  await clock.advance(500);
  expect(socket.kinds).toEqual(['user_joined', 'ping']);
  socket.deliver({ type: 'pong' });
  await clock.advance(29_999);
  expect(socket.kinds).toHaveLength(2);
  await clock.advance(1);
  expect(socket.kinds).toEqual(['user_joined', 'ping', 'ping']);
});

test('C-21: drops a connection that does not answer a ping within 10 s', async () => {
  const { clock, open, states } = connect();
  const socket = await open();
  await clock.advance(10_999);
  expect(socket.closedWith).toBeNull();
  await clock.advance(1);
  expect(socket.closedWith).toBe(1000);
  expect(states.at(-1)).toEqual({
    status: 'closed',
    problem: 'Connection lost unexpectedly',
    willReconnect: true,
  });
});

test('C-23: answers a ping with a pong', async () => {
  const { open, frames } = connect();
  const socket = await open();
  socket.deliver({ type: 'ping' });
  expect(socket.kinds).toEqual(['pong']);
  expect(frames).toEqual([]);
});

test('C-15, C-20: passes on known frames and the seq of unreadable changes, and nothing else', async () => {
  const { open, frames } = connect();
  const socket = await open();
  socket.deliver({ type: 'head', data: { seq: 3 } });
  socket.deliver({ type: 'confetti', data: {} });
  socket.deliver({ type: 'note_updated', data: { note_id: 'x' } });
  socket.deliver({ type: 'note_updated', seq: 0, data: {} });
  for (const text of ['{', '', 'null', '7', '[]', '"head"', '{"type":"head"}']) {
    socket.callbacks.onMessage(text);
  }
  socket.deliver({ type: 'confetti', seq: 4, data: {} });
  const put = [{ type: 'note', id: 'of a newer kind' }];
  const data = { command: null, put, remove: [] };
  socket.deliver({ type: 'board_changed', seq: 5, data });
  socket.deliver({ type: 'head', data: { seq: 5 } });
  expect(frames).toEqual(['head', 4, 5, 'head']);
  expect(socket.closedWith).toBeNull();
});

test('C-26, C-27: a 4403 is never retried, not even by hand', async () => {
  const { clock, sockets, open, last, states, connection, page } = connect();
  await open();
  last().disconnect(4403);
  expect(states.at(-1)?.problem).toBe('Authentication failed - please refresh the page');
  connection.retry();
  page.hide(true);
  page.hide(false);
  await clock.advance(600_000);
  expect(sockets).toHaveLength(1);
});

test.each([1000, 4409])('C-26: %i is the meeting’s end and no error', async (code) => {
  const { clock, sockets, open, last, states, onNotLive } = connect();
  await open();
  last().disconnect(code);
  expect(onNotLive).toHaveBeenCalledOnce();
  expect(states.at(-1)).toMatchObject({ status: 'closed', problem: null });
  await clock.advance(600_000);
  expect(sockets).toHaveLength(1);
});

test.each([
  [1003, 'Server rejected connection'],
  [1008, 'WebSocket server unavailable - live features disabled'],
  [1009, 'WebSocket server unavailable - live features disabled'],
  [1011, 'WebSocket server unavailable - live features disabled'],
  [1013, 'WebSocket server unavailable - live features disabled'],
])('C-24, C-27: after %i it reports the reason and reconnects after 1 s', async (code, problem) => {
  const { clock, sockets, open, last, states } = connect();
  await open();
  last().disconnect(code);
  expect(states.at(-1)).toEqual({ status: 'closed', problem, willReconnect: true });
  await clock.advance(999);
  expect(sockets).toHaveLength(1);
  await clock.advance(1);
  expect(sockets).toHaveLength(2);
});

test('C-27: a refused ticket is reported like a close, and requested again', async () => {
  const { clock, route, connection, sockets, states } = connect();
  route.address = 0;
  connection.start();
  await clock.advance(0);
  expect(states.at(-1)?.problem).toBe('WebSocket server unavailable - live features disabled');
  route.address = 'ws://board.test/ws';
  await clock.advance(1000);
  expect(sockets).toHaveLength(1);
});

test('C-27: an address that the browser rejects', async () => {
  const clock = new FakeClock();
  const states: ConnectionState[] = [];
  const connection = new LiveConnection(
    {
      clock,
      page: new FakePage(),
      openSocket: () => {
        throw new SyntaxError('bad address');
      },
      random: () => 0,
      requestAddress: () => Promise.resolve('nonsense'),
      me: { userId: 'ada', userName: 'Ada' },
    },
    {
      onStateChange: (state) => states.push(state),
      onFrame: () => {},
      onUnreadableChange: () => {},
      onNotLive: () => {},
    },
  );
  connection.start();
  await clock.advance(0);
  expect(states.at(-1)?.problem).toBe('Failed to establish connection');
});

test('C-21: a socket that neither opens nor fails is abandoned after 10 s', async () => {
  const { clock, connection, sockets, last } = connect();
  connection.start();
  await clock.advance(10_000);
  expect(last().closedWith).toBe(1000);
  await clock.advance(5000);
  expect(sockets).toHaveLength(2);
});

test('C-27: an error is reported before its close', async () => {
  const { open, last, states } = connect();
  await open();
  last().callbacks.onError();
  expect(states.at(-1)?.problem).toBe('Connection error occurred');
});

test('C-22: stopping sends user_left, and later frames are ignored', async () => {
  const { clock, connection, sockets, open, states } = connect();
  const socket = await open();
  connection.stop();
  expect(socket.kinds).toEqual(['user_left']);
  expect(socket.closedWith).toBe(1000);
  const reported = states.length;
  socket.disconnect(1006);
  await clock.advance(600_000);
  expect(states).toHaveLength(reported);
  expect(sockets).toHaveLength(1);
});

test('C-11: a late ticket opens nothing', async () => {
  const { clock, connection, page, sockets } = connect();
  connection.start();
  connection.stop();
  await clock.advance(0);
  expect(sockets).toEqual([]);
  connection.start();
  page.goOnline(false);
  page.goOnline(true);
  await clock.advance(0);
  expect(sockets).toHaveLength(1);
});
