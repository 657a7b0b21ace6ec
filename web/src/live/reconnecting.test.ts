// When a lost connection comes back, and when it does not.
import { expect, test } from 'vitest';

import { connect } from './testing/connection-scene.ts';

test('C-24: five attempts after 1006 with 5, 10, 20, 40, 80 s, then it gives up', async () => {
  const { clock, sockets, open, last, states } = connect();
  await open();
  last().disconnect(1006);
  for (const [index, seconds] of [5, 10, 20, 40, 80].entries()) {
    await clock.advance(seconds * 1000 - 1);
    expect(sockets).toHaveLength(index + 1);
    await clock.advance(1);
    expect(sockets).toHaveLength(index + 2);
    last().disconnect(1006);
  }
  expect(states.at(-1)).toEqual({
    status: 'closed',
    problem: 'Failed to reconnect after multiple attempts',
    willReconnect: false,
  });
  await clock.advance(600_000);
  expect(sockets).toHaveLength(6);
});

test('C-24: a ticket request lost in the network counts as 1006', async () => {
  const { clock, route, connection, sockets, states } = connect();
  route.address = 1006;
  connection.start();
  await clock.advance(0);
  const delays: number[] = [];
  let since = clock.now();
  let before = states.length;
  while (states.at(-1)?.willReconnect === true) {
    await clock.advance(1000);
    if (states.length > before) delays.push((clock.now() - since) / 1000);
    if (states.length > before) since = clock.now();
    before = states.length;
  }
  expect(delays).toEqual([5, 10, 20, 40, 80]);
  expect(sockets).toEqual([]);
  expect(states.at(-1)?.problem).toBe('Failed to reconnect after multiple attempts');
});

test('C-24: an unanswered ticket request is abandoned after 10 s', async () => {
  const { clock, route, connection, sockets, states } = connect();
  route.address = new Promise(() => {});
  connection.start();
  await clock.advance(10_000);
  expect(states.at(-1)).toMatchObject({ status: 'closed', willReconnect: true });
  route.address = 'ws://board.test/ws';
  await clock.advance(5000);
  expect(sockets).toHaveLength(1);
});

async function giveUp(scene: ReturnType<typeof connect>): Promise<void> {
  await scene.open();
  scene.last().disconnect(1006);
  for (const seconds of [5, 10, 20, 40, 80]) {
    await scene.clock.advance(seconds * 1000);
    scene.last().disconnect(1006);
  }
}

test('C-24: after the last attempt, an outage’s end starts five new ones, with jitter', async () => {
  const scene = connect();
  const { clock, connection, sockets, last, states } = scene;
  await giveUp(scene);
  connection.reportResponse(false);
  await clock.advance(600_000);
  expect(sockets).toHaveLength(6);
  connection.reportResponse(true);
  expect(states.at(-1)?.problem).toBe('Failed to reconnect after multiple attempts');
  await clock.advance(999);
  expect(sockets).toHaveLength(6);
  await clock.advance(1);
  expect(sockets).toHaveLength(7);
  last().disconnect(1006);
  await clock.advance(5000);
  expect(sockets).toHaveLength(8);
  last().accept();
  expect(states.at(-1)).toMatchObject({ status: 'open', problem: null });
});

test('C-24: an outage’s end cuts a long delay short', async () => {
  const { clock, connection, open, last, sockets } = connect();
  await open();
  last().disconnect(1006);
  await clock.advance(5000);
  last().disconnect(1006);
  await clock.advance(10_000);
  last().disconnect(1006);
  connection.reportResponse(false);
  connection.reportResponse(true);
  connection.reportResponse(true);
  await clock.advance(999);
  expect(sockets).toHaveLength(3);
  await clock.advance(1);
  expect(sockets).toHaveLength(4);
});

test('C-24: a successful poll ends the wait after 1006, from 1, 2, 4 … s on', async () => {
  const { clock, connection, open, last, sockets } = connect();
  await open();
  for (const [index, seconds] of [1, 2, 4, 8, 16].entries()) {
    last().disconnect(1006);
    await clock.advance(seconds * 1000 - 1);
    connection.reportResponse(true);
    await clock.advance(1);
    connection.reportResponse(true);
    // A further response does not put off the attempt.
    await clock.advance(500);
    connection.reportResponse(true);
    expect(sockets).toHaveLength(index + 1);
    await clock.advance(500);
    expect(sockets).toHaveLength(index + 2);
  }
});

test('C-24: if only sockets fail, the delays hold, and the next round waits 30 s', async () => {
  const scene = connect();
  const { clock, connection, open, last, sockets } = scene;
  await open();
  last().disconnect(1006);
  connection.reportResponse(true);
  await clock.advance(4999);
  expect(sockets).toHaveLength(1);
  const given = connect();
  await giveUp(given);
  given.connection.reportResponse(true);
  await given.clock.advance(3000);
  given.connection.reportResponse(true);
  await given.clock.advance(27_999);
  expect(given.sockets).toHaveLength(6);
  await given.clock.advance(1);
  expect(given.sockets).toHaveLength(7);
});

test('C-25: an outage’s end reconnects no hidden tab', async () => {
  const scene = connect();
  const { clock, connection, page, sockets } = scene;
  await giveUp(scene);
  connection.reportResponse(false);
  connection.reportResponse(true);
  page.hide(true);
  await clock.advance(60_000);
  expect(sockets).toHaveLength(6);
  page.hide(false);
  await clock.advance(0);
  expect(sockets).toHaveLength(7);
});

test('C-24: the counter resets only after 30 s of stable connection', async () => {
  const { clock, sockets, open, last } = connect();
  await open();
  last().disconnect(1011);
  await clock.advance(1000);
  last().accept();
  await clock.advance(1500);
  last().deliver({ type: 'pong' });
  await clock.advance(28_499);
  last().disconnect(1011);
  await clock.advance(1999);
  expect(sockets).toHaveLength(2);
  await clock.advance(1);
  expect(sockets).toHaveLength(3);
  last().accept();
  await clock.advance(1500);
  last().deliver({ type: 'pong' });
  await clock.advance(28_500);
  last().disconnect(1011);
  await clock.advance(1000);
  expect(sockets).toHaveLength(4);
});

test('C-24: 1001 reconnects with jitter and no error', async () => {
  const { clock, sockets, open, last, states } = connect();
  await open();
  last().disconnect(1001);
  expect(states.at(-1)).toEqual({ status: 'closed', problem: null, willReconnect: true });
  await clock.advance(999);
  expect(sockets).toHaveLength(1);
  await clock.advance(1);
  expect(sockets).toHaveLength(2);
});

test('C-25: no reconnect while the tab is hidden; immediately when visible', async () => {
  const { clock, page, sockets, open, last } = connect();
  await open();
  page.hide(true);
  last().disconnect(1006);
  await clock.advance(600_000);
  expect(sockets).toHaveLength(1);
  page.hide(false);
  await clock.advance(0);
  expect(sockets).toHaveLength(2);
});

test('C-25: a tab hidden while waiting reconnects when visible, not on time', async () => {
  const { clock, page, sockets, open, last, states } = connect();
  await open();
  last().disconnect(1006);
  page.hide(true);
  expect(states.at(-1)).toMatchObject({ status: 'closed', willReconnect: true });
  await clock.advance(60_000);
  expect(sockets).toHaveLength(1);
  page.hide(false);
  await clock.advance(0);
  expect(sockets).toHaveLength(2);
});

test('C-25: visible before its time, it reconnects immediately', async () => {
  const { clock, page, sockets, open, last } = connect();
  await open();
  last().disconnect(1006);
  page.hide(true);
  page.hide(false);
  await clock.advance(0);
  expect(sockets).toHaveLength(2);
});

test('C-25: online again while hidden, it waits until visible', async () => {
  const { clock, page, sockets, open } = connect();
  await open();
  page.goOnline(false);
  page.hide(true);
  page.goOnline(true);
  await clock.advance(60_000);
  expect(sockets).toHaveLength(1);
  page.hide(false);
  await clock.advance(0);
  expect(sockets).toHaveLength(2);
});

test('C-24: the user can request another round after the last attempt', async () => {
  const { clock, connection, sockets, open, last } = connect();
  await open();
  for (let attempt = 0; attempt <= 5; attempt += 1) {
    last().disconnect(1011);
    await clock.advance(2 ** attempt * 1000);
  }
  await clock.advance(600_000);
  expect(sockets).toHaveLength(6);
  connection.retry();
  await clock.advance(0);
  expect(sockets).toHaveLength(7);
});

test('C-25: a hidden tab keeps its open connection', async () => {
  const { page, open } = connect();
  const socket = await open();
  page.hide(true);
  expect(socket.closedWith).toBeNull();
});

test('C-25: going offline disconnects, coming online reconnects', async () => {
  const { clock, page, sockets, open, states } = connect();
  const socket = await open();
  page.goOnline(false);
  expect(socket.closedWith).toBe(1000);
  expect(states.at(-1)).toMatchObject({ status: 'closed', willReconnect: true });
  await clock.advance(60_000);
  expect(sockets).toHaveLength(1);
  page.goOnline(true);
  await clock.advance(0);
  expect(sockets).toHaveLength(2);
});
