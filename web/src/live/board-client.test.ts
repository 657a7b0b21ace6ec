import { expect, test } from 'vitest';

import { NetworkError } from '#web/api/request';

import { boardScene } from './testing/board-scene.ts';
import {
  ada,
  bob,
  changeFrame,
  makeBoard,
  meetingRecord,
  makeNote,
  noteAdded,
  noteIdOf,
} from './testing/fake-board-server.ts';
import { apiError } from './testing/fake-commands.ts';

test('C-26: a removed user no longer sees the board', async () => {
  const { client, clock, server, open, last } = boardScene();
  await open();
  server.failure = apiError(404);
  last().disconnect(4403);
  await clock.advance(10_000);
  expect(client.getSnapshot()).toMatchObject({ board: null, error: { status: 404 } });
  expect(server.calls).toEqual(['changes 0']);
});

test('C-26: a finished meeting is left for good', async () => {
  const { client, clock, open, sockets } = boardScene();
  const socket = await open();
  const meeting = meetingRecord({ status: 'closed', end_time: '2026-03-02T10:00:00.000Z' });
  socket.deliver(changeFrame(1, ada, { put: [meeting] }));
  socket.disconnect(1000);
  await clock.advance(60_000);
  expect(client.getSnapshot().connection).toEqual({
    status: 'closed',
    problem: null,
    willReconnect: false,
  });
  expect(sockets).toHaveLength(1);
});

test('rejoins a live meeting whose socket was closed as if finished', async () => {
  const { clock, server, sockets, open, last } = boardScene();
  await open();
  server.current = makeBoard();
  last().disconnect(1000);
  await clock.advance(3000);
  expect(sockets).toHaveLength(2);
});

test('C-18: an own change shows immediately, and stays between response and change', async () => {
  const { client, clock, commands, open, contents } = boardScene();
  const socket = await open();
  void client.run(commands.add(1, 'Mine'));
  expect(contents()).toEqual(['Mine']);
  commands.last().accept();
  await clock.advance(16);
  expect(contents()).toEqual(['Mine']);
  socket.deliver(noteAdded(1, makeNote(1, { author_id: ada, content: 'Mine' })));
  await clock.advance(16);
  expect(contents()).toEqual(['Mine']);
  expect(client.getSnapshot().waiting).toBe(0);
});

test('C-38: an unanswered change is marked from 1 s on, and disconnects the page from 5 s on', async () => {
  const { client, clock, commands, open } = boardScene();
  await open();
  const view = () => client.getSnapshot();
  void client.run({ ...commands.add(1, 'Mine'), shownOn: 'card' });
  await clock.advance(999);
  expect([...view().marked]).toEqual([]);
  await clock.advance(1);
  expect([...view().marked]).toEqual(['card']);
  await clock.advance(3999);
  expect(view()).toMatchObject({ waiting: 0, connection: { status: 'open' } });
  await clock.advance(1);
  expect(view()).toMatchObject({ waiting: 1, connection: { status: 'closed', problem: null } });
  commands.last().accept();
  await clock.advance(16);
  expect(view()).toMatchObject({ waiting: 0, connection: { status: 'open' } });
  expect([...view().marked]).toEqual([]);
});

test.each([-3000, 3000])(
  'C-38: a change is marked by elapsed time, even if the clock is corrected by %i ms meanwhile',
  async (correction) => {
    const { client, clock, commands, open } = boardScene();
    await open();
    const view = () => client.getSnapshot();
    void client.run({ ...commands.add(1, 'Mine'), shownOn: 'card' });
    clock.shift(correction);
    await clock.advance(999);
    void client.run({ ...commands.add(2, 'Later'), shownOn: 'later' });
    expect([...view().marked]).toEqual([]);
    await clock.advance(1);
    expect([...view().marked]).toEqual(['card']);
    await clock.advance(4000);
    expect(view()).toMatchObject({ waiting: 1, connection: { status: 'closed' } });
  },
);

test('another user’s single change shows immediately; changes within one frame show together', async () => {
  const { client, clock, open, contents } = boardScene();
  const socket = await open();
  await clock.advance(1000);
  let published = 0;
  client.subscribe(() => (published += 1));
  socket.deliver(noteAdded(1));
  await clock.advance(0);
  expect(contents()).toEqual(['Note 1']);
  for (const seq of [2, 3, 4]) {
    socket.deliver(noteAdded(seq));
    await clock.advance(5);
  }
  expect([contents(), published]).toEqual([['Note 1'], 1]);
  await clock.advance(1);
  expect([contents().length, published]).toEqual([4, 2]);
});

test('late code that subscribes during a delivery gets each change once', async () => {
  const { client, clock, open } = boardScene();
  const socket = await open();
  const told: number[] = [];
  // The first subscriber's render runs the effects of late code that has just come.
  client.subscribeToChanges(() => {
    if (told.length === 0)
      client.subscribeToAllChanges((changes) => told.push(...changes.map(({ seq }) => seq)));
  });
  socket.deliver(noteAdded(1));
  await clock.advance(16);
  expect(told).toEqual([1]);
});

test('C-18, C-35: a refused change leaves no trace', async () => {
  const { client, clock, commands, open, contents } = boardScene();
  await open();
  const outcome = client.run(commands.add(1, 'Mine'));
  commands.last().fail(apiError(409));
  await clock.advance(0);
  expect(await outcome).toBe(false);
  expect(contents()).toEqual([]);
});

test('C-18: a note that another user deleted before its response does not stay visible', async () => {
  const { client, clock, commands, server, open, contents } = boardScene();
  const socket = await open();
  void client.run(commands.add(1, 'Mine'));
  socket.deliver(noteAdded(1, makeNote(1, { author_id: ada, content: 'Mine' })));
  socket.deliver(changeFrame(2, bob, { remove: [{ type: 'note', id: noteIdOf(1) }] }));
  commands.last().accept();
  await clock.advance(16);
  expect(server.calls).toEqual([]);
  await clock.advance(3016);
  expect(server.calls).toEqual(['changes 2']);
  expect(contents()).toEqual([]);
});

test('C-18: a confirmed change disappears with a later snapshot without it', async () => {
  const { client, clock, commands, server, open, contents } = boardScene();
  const socket = await open();
  void client.run(commands.add(1, 'Mine'));
  commands.last().accept();
  await clock.advance(0);
  server.current = makeBoard({ seq: 2 });
  socket.deliver({ type: 'resync', data: { seq: 2, epoch: 'one' } });
  await clock.advance(16);
  expect(contents()).toEqual([]);
});

test('C-16: without a socket, a response is followed by a request for its change', async () => {
  const { client, clock, commands, server, open, last } = boardScene();
  await open();
  last().disconnect(1006);
  void client.run(commands.add(1, 'Mine'));
  server.log = [noteAdded(1, makeNote(1, { author_id: ada, content: 'Mine' }))];
  commands.last().accept();
  await clock.advance(0);
  expect(server.calls).toEqual(['changes 0']);
});

test('C-33: offline changes wait, and are sent after reconnecting', async () => {
  const { client, clock, commands, page, server, open, last, contents } = boardScene();
  await open();
  page.goOnline(false);
  void client.run(commands.add(1, 'Mine'));
  await clock.advance(60_000);
  expect(commands.sent).toEqual([]);
  expect(contents()).toEqual(['Mine']);
  expect(client.getSnapshot().waiting).toBe(1);
  page.goOnline(true);
  await clock.advance(0);
  last().accept();
  server.log = [noteAdded(1, makeNote(1, { author_id: ada, content: 'Mine' }))];
  commands.last().accept();
  await clock.advance(3000);
  expect(commands.sent).toHaveLength(1);
  expect(contents()).toEqual(['Mine']);
  expect(client.getSnapshot().waiting).toBe(0);
});

test('C-16, C-24: an outage of any length ends automatically: an answered poll reopens the socket', async () => {
  const { client, clock, server, open, last } = boardScene();
  await open();
  server.failure = new NetworkError(null);
  server.socketAddress = 1006;
  last().disconnect(1006);
  await clock.advance(600_000);
  expect(client.getSnapshot().connection.problem).toBe(
    'Failed to reconnect after multiple attempts',
  );
  server.failure = null;
  server.socketAddress = 'ws://board.test/ws';
  await clock.advance(3000);
  last().accept();
  expect(client.getSnapshot().connection.status).toBe('open');
});

test('C-16, C-24: an outage of 35 s ends with the first answered poll', async () => {
  const { client, clock, server, open, last } = boardScene();
  await open();
  server.failure = new NetworkError(null);
  server.socketAddress = 1006;
  last().disconnect(1006);
  await clock.advance(36_000);
  server.failure = null;
  server.socketAddress = 'ws://board.test/ws';
  await clock.advance(3000);
  last().accept();
  expect(client.getSnapshot().connection.status).toBe('open');
});

test.each([
  ['ahead of', 2],
  ['behind', 20],
])(
  'C-13, C-31: a client %s a board of another epoch adopts its state, and sends pending changes once',
  async (_where, seq) => {
    const { client, clock, commands, page, server, open, last, contents } = boardScene();
    const socket = await open();
    for (let event = 1; event <= 5; event += 1) socket.deliver(noteAdded(event));
    page.goOnline(false);
    void client.run(commands.add(8, 'first'));
    void client.run(commands.edit(8, 'second'));
    server.current = makeBoard({ seq, epoch: 'two', notes: [makeNote(1)] });
    page.goOnline(true);
    await clock.advance(0);
    last().accept();
    last().deliver({ type: 'resync', data: { seq, epoch: 'two' } });
    await clock.advance(16);
    expect(contents()).toEqual(['Note 1', 'second']);
    for (const [index, content] of ['first', 'second'].entries()) {
      commands.last().accept();
      const note = makeNote(8, { author_id: ada, content });
      last().deliver(noteAdded(seq + 1 + index, note));
      await clock.advance(16);
      expect(contents()).toEqual(['Note 1', 'second']);
    }
    expect(commands.texts()).toEqual(['first', 'second']);
    expect(client.getSnapshot()).toMatchObject({
      waiting: 0,
      board: { seq: seq + 2, epoch: 'two' },
    });
  },
);

test('C-13, C-31: a change in flight during a resync to another epoch is resent with its key', async () => {
  const { client, clock, commands, server, open, last, contents } = boardScene();
  const socket = await open();
  socket.deliver(noteAdded(1));
  void client.run(commands.add(8, 'Mine'));
  const { key } = commands.last();
  server.current = makeBoard({ epoch: 'two' });
  socket.deliver({ type: 'resync', data: { seq: 0, epoch: 'two' } });
  await clock.advance(16);
  expect(contents()).toEqual(['Mine']);
  commands.last().fail(new NetworkError(null));
  await clock.advance(1000);
  expect(commands.sent.map((sent) => sent.key)).toEqual([key, key]);
  commands.last().accept();
  last().deliver(noteAdded(1, makeNote(8, { author_id: ada, content: 'Mine' })));
  await clock.advance(16);
  expect(contents()).toEqual(['Mine']);
  expect(client.getSnapshot()).toMatchObject({ waiting: 0, board: { seq: 1, epoch: 'two' } });
});

test('C-33: an answered poll triggers sending', async () => {
  const { client, clock, commands, open, last } = boardScene();
  await open();
  last().disconnect(1006);
  void client.run(commands.add(1, 'Mine'));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    commands.last().fail(new NetworkError(null));
    await clock.advance(3000);
  }
  expect(commands.sent.length).toBeGreaterThan(3);
});

test('C-34: changes of an earlier page show with the board', async () => {
  const before = boardScene();
  await before.open();
  before.page.goOnline(false);
  void before.client.run(before.commands.add(1, 'Mine'));
  const { client, clock, commands, contents } = boardScene(before.store);
  client.start();
  await clock.advance(0);
  expect(contents()).toEqual(['Mine']);
  expect(client.getSnapshot().waiting).toBe(1);
  expect(commands.texts()).toEqual(['Mine']);
});

test('R-71: each welcome sets the clock to the database’s time, and each head corrects it by the node’s', async () => {
  const { clock, open } = boardScene();
  const socket = await open();
  const welcome = { seq: 0, epoch: 'one', phase: 'writing', status: 'live', you: ada };
  const now = '2026-03-02T10:00:00.000Z';
  const timestamp = '2026-03-02T09:59:50.000Z';
  socket.deliver({ type: 'welcome', data: { ...welcome, now }, timestamp });
  socket.deliver({ type: 'head', data: { seq: 0 }, timestamp: '2026-03-02T10:00:05.000Z' });
  expect(clock.learned).toEqual([{ set: now }, { correct: '2026-03-02T10:00:15.000Z' }]);
});
