import { expect, test } from 'vitest';

import { ApiError } from '#web/api/request';

import { BoardClient } from './board-client.ts';
import {
  ada,
  bob,
  FakeBoardServer,
  makeBoard,
  makeMeeting,
  makeNote,
  noteCreated,
  noteIdOf,
} from './testing/fake-board-server.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { FakePage } from './testing/fake-page.ts';
import { type FakeSocket, socketPairs } from './testing/socket-pair.ts';

function setUp() {
  const clock = new FakeClock();
  const page = new FakePage();
  const server = new FakeBoardServer();
  const { sockets, openSocket } = socketPairs();
  const me = { userId: ada, userName: 'Ada' };
  const client = new BoardClient({ api: server, clock, page, openSocket, random: () => 0, me });
  const last = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket yet');
    return socket;
  };
  const open = async (): Promise<FakeSocket> => {
    client.start();
    await clock.advance(0);
    last().accept();
    server.calls.length = 0;
    return last();
  };
  const contents = (): string[] => client.read().board?.notes.map((note) => note.content) ?? [];
  return { clock, page, server, sockets, client, last, open, contents };
}

function refusal(status: number): ApiError {
  const request = { method: 'GET', path: '/x' };
  return new ApiError({ url: '/x', status, statusText: '', body: {}, request, requestId: null });
}

test('fetches the snapshot, then opens the socket from its seq', async () => {
  const { client, clock, server, last } = setUp();
  server.current = makeBoard({ seq: 7, notes: [makeNote(1)] });
  client.start();
  await clock.advance(0);
  expect(server.calls).toEqual(['board', 'ticket']);
  expect(last().url).toBe('ws://board.test/ws?since=7');
  expect(client.read().board?.notes).toHaveLength(1);
});

test('shows events in order and tells followers after they are on show', async () => {
  const { client, clock, open, contents } = setUp();
  const socket = await open();
  const told: string[][] = [];
  client.follow((events) =>
    told.push([...events.map(({ type }) => type), String(contents().length)]),
  );
  socket.say(noteCreated(1));
  socket.say(noteCreated(2));
  await clock.advance(16);
  expect(contents()).toEqual(['Note 1', 'Note 2']);
  expect(told).toEqual([['note_created', 'note_created', '2']]);
});

test('a gap is asked for once, and the held events follow', async () => {
  const { clock, server, open, contents } = setUp();
  const socket = await open();
  server.log = [noteCreated(1), noteCreated(2)];
  socket.say(noteCreated(3));
  socket.say(noteCreated(4));
  await clock.advance(16);
  expect(server.calls).toEqual(['events 0']);
  expect(contents()).toEqual(['Note 1', 'Note 2', 'Note 3', 'Note 4']);
});

test('a gap that cannot be filled is asked for again every 3 s', async () => {
  const { clock, server, open, contents } = setUp();
  const socket = await open();
  server.failure = new Error('away');
  socket.say(noteCreated(2));
  await clock.advance(100);
  server.failure = null;
  server.log = [noteCreated(1), noteCreated(2)];
  await clock.advance(3000);
  expect(server.calls).toEqual(['events 0', 'events 0']);
  expect(contents()).toEqual(['Note 1', 'Note 2']);
});

test('a head beyond what is known finds the lost last event', async () => {
  const { clock, server, open, contents } = setUp();
  const socket = await open();
  server.log = [noteCreated(1)];
  socket.say({ type: 'head', data: { seq: 1 } });
  await clock.advance(16);
  expect(contents()).toEqual(['Note 1']);
  socket.say({ type: 'head', data: { seq: 1 } });
  await clock.advance(16);
  expect(server.calls).toEqual(['events 0']);
});

test.each([
  ['resync', { type: 'resync', data: { seq: 9, epoch: 'one' } }],
  [
    'a welcome of another epoch',
    {
      type: 'welcome',
      data: {
        seq: 9,
        epoch: 'two',
        phase: 'writing',
        status: 'live',
        you: ada,
        now: '2026-03-02T09:00:00.000Z',
      },
    },
  ],
])('%s fetches the snapshot again', async (_name, frame) => {
  const { clock, server, open, contents } = setUp();
  const socket = await open();
  server.current = makeBoard({ seq: 9, epoch: 'two', notes: [makeNote(5)] });
  socket.say(frame);
  socket.say(noteCreated(10));
  await clock.advance(16);
  expect(server.calls).toEqual(['board']);
  expect(contents()).toEqual(['Note 5', 'Note 10']);
});

test('polls every 3 s while the socket is down, and stops when it is back', async () => {
  const { clock, server, open, last, contents } = setUp();
  await open();
  last().hangUp(1006);
  server.log = [noteCreated(1)];
  await clock.advance(2999);
  expect(server.calls).toEqual([]);
  await clock.advance(1);
  expect(contents()).toEqual(['Note 1']);
  await clock.advance(2000);
  last().accept();
  server.calls.length = 0;
  await clock.advance(9000);
  expect(server.calls).toEqual([]);
});

test('does not poll while hidden or offline, and catches up when looked at', async () => {
  const { clock, page, server, open, last, contents } = setUp();
  await open();
  page.hide(true);
  last().hangUp(1006);
  server.log = [noteCreated(1)];
  await clock.advance(30_000);
  expect(server.calls).toEqual([]);
  page.hide(false);
  await clock.advance(16);
  expect(contents()).toEqual(['Note 1']);
});

test('a person who is put out sees the board no longer', async () => {
  const { client, clock, server, open, last } = setUp();
  await open();
  server.failure = refusal(404);
  last().hangUp(4403);
  await clock.advance(10_000);
  expect(client.read()).toMatchObject({ board: null, error: { status: 404 } });
  expect(server.calls).toEqual(['events 0']);
});

test('a first load that fails is told and tried again; a refusal only told', async () => {
  const { client, clock, server } = setUp();
  server.failure = refusal(503);
  client.start();
  await clock.advance(0);
  expect(client.read().error).toMatchObject({ status: 503 });
  server.failure = refusal(404);
  await clock.advance(3000);
  server.failure = null;
  await clock.advance(30_000);
  expect(client.read().error).toMatchObject({ status: 404 });
  expect(server.calls).toEqual(['board', 'board']);
});

test.each(['planned', 'closed'] as const)(
  'a %s meeting has a snapshot and no socket',
  async (status) => {
    const { client, clock, server, sockets } = setUp();
    server.current = makeBoard({ meeting: makeMeeting({ status }) });
    client.start();
    await clock.advance(60_000);
    expect(server.calls).toEqual(['board']);
    expect(sockets).toEqual([]);
  },
);

test('a planned meeting that was started is joined when the page is looked at again', async () => {
  const { client, clock, page, server, sockets } = setUp();
  server.current = makeBoard({ meeting: makeMeeting({ status: 'planned' }) });
  client.start();
  await clock.advance(0);
  server.current = makeBoard();
  page.hide(true);
  page.hide(false);
  await clock.advance(0);
  expect(sockets).toHaveLength(1);
});

test('a finished meeting is left for good', async () => {
  const { client, clock, open, sockets } = setUp();
  const socket = await open();
  const meeting = makeMeeting({ status: 'closed', end_time: '2026-03-02T10:00:00.000Z' });
  socket.say({ type: 'meeting_updated', seq: 1, data: { meeting } });
  socket.hangUp(1000);
  await clock.advance(60_000);
  expect(client.read().connection).toEqual({ status: 'closed', problem: null, comesBack: false });
  expect(sockets).toHaveLength(1);
});

test('a live meeting whose socket is closed as if finished is joined again', async () => {
  const { clock, server, sockets, open, last } = setUp();
  await open();
  server.current = makeBoard();
  last().hangUp(1000);
  await clock.advance(3000);
  expect(sockets).toHaveLength(2);
});

test('presence and editing marks come and go', async () => {
  const { client, clock, open } = setUp();
  const socket = await open();
  const entry = {
    userId: bob,
    userName: 'Bob',
    email: 'b@x.org',
    isOnline: true,
    lastSeen: '2026-03-02T09:00:00.000Z',
  };
  socket.say({ type: 'presence_update', data: [entry] });
  socket.say({ type: 'user_left', data: { ...entry, isOnline: false } });
  socket.say({ type: 'note_editing', userId: bob, data: { note_id: noteIdOf(1) } });
  await clock.advance(16);
  expect(client.read().board?.presence).toMatchObject([{ userId: bob, isOnline: false }]);
  expect([...client.read().editing]).toEqual([[noteIdOf(1), bob]]);
  await clock.advance(5016);
  expect(client.read().editing.size).toBe(0);
});

test('an own change shows at once, and stays between the answer and the event', async () => {
  const { client, clock, open, contents } = setUp();
  const socket = await open();
  const mine = makeNote(1, { author_id: ada, content: 'Mine' });
  const change = client.attempt((board) => ({ ...board, notes: [...board.notes, mine] }));
  expect(contents()).toEqual(['Mine']);
  change.confirm(
    (board) => board.notes.some((note) => note.id === mine.id),
    (board) => ({ ...board, notes: [...board.notes, { ...mine, content: 'Mine, stored' }] }),
  );
  expect(contents()).toEqual(['Mine, stored']);
  socket.say(noteCreated(1, mine));
  await clock.advance(16);
  expect(contents()).toEqual(['Mine']);
});

test('a refused change never happened', async () => {
  const { client, open, contents } = setUp();
  await open();
  const change = client.attempt((board) => ({ ...board, notes: [makeNote(1)] }));
  change.withdraw();
  expect(contents()).toEqual([]);
});

test('a confirmed change is lifted off by a later snapshot that no longer has it', async () => {
  const { client, clock, server, open, contents } = setUp();
  const socket = await open();
  const change = client.attempt((board) => ({ ...board, notes: [makeNote(1)] }));
  change.confirm((board) => board.notes.some((note) => note.id === noteIdOf(1)));
  server.current = makeBoard({ seq: 2 });
  socket.say({ type: 'resync', data: { seq: 2, epoch: 'one' } });
  await clock.advance(16);
  expect(contents()).toEqual([]);
});
