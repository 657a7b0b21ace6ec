import { boardHash } from '@wentwell/contract/board/board-hash';
import { ClientFrame } from '@wentwell/contract/live/live';
import { expect, test } from 'vitest';

import { boardScene } from './testing/board-scene.ts';
import {
  ada,
  changeFrame,
  makeBoard,
  makeMeeting,
  makeNote,
  meetingRecord,
  noteAdded,
  snapshotOf,
} from './testing/fake-board-server.ts';
import { apiError } from './testing/fake-commands.ts';

test('C-11: fetches the snapshot, then opens the socket from its seq', async () => {
  const { client, clock, server, last } = boardScene();
  server.current = makeBoard({ seq: 7, notes: [makeNote(1)] });
  client.start();
  await clock.advance(0);
  expect(server.calls).toEqual(['board', 'ticket']);
  expect(last().url).toBe('ws://board.test/ws?since=7');
  expect(client.getSnapshot().board?.notes).toHaveLength(1);
});

test('C-12: applies changes in order and reports them once visible', async () => {
  const { client, clock, open, contents } = boardScene();
  const socket = await open();
  const reported: string[][] = [];
  client.subscribeToChanges((changes) =>
    reported.push([...changes.map(({ command }) => String(command)), String(contents().length)]),
  );
  socket.deliver(noteAdded(1));
  socket.deliver(noteAdded(2));
  await clock.advance(16);
  expect(contents()).toEqual(['Note 1', 'Note 2']);
  expect(reported).toEqual([['note.add', 'note.add', '2']]);
});

test('C-12: a gap is requested once, and held changes follow', async () => {
  const { clock, server, open, contents } = boardScene();
  const socket = await open();
  server.log = [noteAdded(1), noteAdded(2)];
  socket.deliver(noteAdded(3));
  socket.deliver(noteAdded(4));
  await clock.advance(16);
  expect(server.calls).toEqual(['changes 0']);
  expect(contents()).toEqual(['Note 1', 'Note 2', 'Note 3', 'Note 4']);
});

test('C-16: a page of changes that ends early is followed by the next immediately', async () => {
  const { clock, server, open, contents } = boardScene();
  const socket = await open();
  server.log = [noteAdded(1), noteAdded(2), noteAdded(3)];
  server.changesPerPage = 2;
  socket.deliver(noteAdded(4));
  await clock.advance(16);
  expect(server.calls).toEqual(['changes 0', 'changes 2']);
  expect(contents()).toEqual(['Note 1', 'Note 2', 'Note 3', 'Note 4']);
});

test('C-12: an unfilled gap is requested again every 3 s', async () => {
  const { clock, server, open, contents } = boardScene();
  const socket = await open();
  server.failure = new Error('away');
  socket.deliver(noteAdded(2));
  await clock.advance(100);
  server.failure = null;
  server.log = [noteAdded(1), noteAdded(2)];
  await clock.advance(3000);
  expect(server.calls).toEqual(['changes 0', 'changes 0']);
  expect(contents()).toEqual(['Note 1', 'Note 2']);
});

test('C-14: a head beyond the known seq finds a lost last event', async () => {
  const { clock, server, open, contents } = boardScene();
  const socket = await open();
  server.log = [noteAdded(1)];
  socket.deliver({ type: 'head', data: { seq: 1 } });
  await clock.advance(16);
  expect(contents()).toEqual(['Note 1']);
  socket.deliver({ type: 'head', data: { seq: 1 } });
  await clock.advance(16);
  expect(server.calls).toEqual(['changes 0']);
});

test.each([
  ['resync', { type: 'resync', data: { seq: 9, epoch: 'two' } }],
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
])('C-13: %s fetches the snapshot again', async (_name, frame) => {
  const { clock, server, open, contents } = boardScene();
  const socket = await open();
  server.current = makeBoard({ seq: 9, epoch: 'two', notes: [makeNote(5)] });
  socket.deliver(frame);
  socket.deliver(noteAdded(10));
  await clock.advance(16);
  expect(server.calls).toEqual(['board']);
  expect(contents()).toEqual(['Note 5', 'Note 10']);
});

test('a call of the page is fetched without a socket, also if a fetch is under way', async () => {
  const { client, clock, server, open, last } = boardScene();
  await open();
  client.fetchOwnChange();
  await clock.advance(0);
  expect(server.calls).toEqual([]);
  last().disconnect(1006);
  void client.refresh();
  client.fetchOwnChange();
  await clock.advance(0);
  expect(server.calls).toEqual(['changes 0', 'changes 0']);
});

test('C-16: polls every 3 s while the socket is down, and stops when it is back', async () => {
  const { clock, server, open, last, contents } = boardScene();
  await open();
  last().disconnect(1006);
  server.log = [noteAdded(1)];
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

test('C-16: an unanswered poll is aborted after 20 s, and the next one follows', async () => {
  const { clock, server, open, last, contents } = boardScene();
  await open();
  last().disconnect(1006);
  server.isSilent = true;
  await clock.advance(3000);
  server.log = [noteAdded(1)];
  server.isSilent = false;
  await clock.advance(20_000);
  expect(server.calls.filter((call) => call.startsWith('changes'))).toEqual(['changes 0']);
  await clock.advance(3016);
  expect(contents()).toEqual(['Note 1']);
});

test('C-13, C-16: a poll with another epoch fetches the snapshot', async () => {
  const { clock, server, open, last, contents } = boardScene();
  await open();
  last().disconnect(1006);
  server.current = makeBoard({ seq: 1, epoch: 'two', notes: [makeNote(8)] });
  server.log = [noteAdded(1)];
  await clock.advance(3016);
  expect(server.calls.slice(0, 2)).toEqual(['changes 0', 'board']);
  expect(contents()).toEqual(['Note 8']);
});

test('C-16: does not poll while hidden or offline, and catches up when visible', async () => {
  const { clock, page, server, open, last, contents } = boardScene();
  await open();
  page.hide(true);
  last().disconnect(1006);
  server.log = [noteAdded(1)];
  await clock.advance(30_000);
  expect(server.calls).toEqual([]);
  page.hide(false);
  await clock.advance(16);
  expect(contents()).toEqual(['Note 1']);
});

test('a failed first load is reported and retried; a refusal is only reported', async () => {
  const { client, clock, server } = boardScene();
  server.failure = apiError(503);
  client.start();
  await clock.advance(0);
  expect(client.getSnapshot().error).toMatchObject({ status: 503 });
  server.failure = apiError(404);
  await clock.advance(3000);
  server.failure = null;
  await clock.advance(30_000);
  expect(client.getSnapshot().error).toMatchObject({ status: 404 });
  expect(server.calls).toEqual(['board', 'board']);
});

test('a closed meeting has a snapshot and no socket', async () => {
  const { client, clock, server, sockets } = boardScene();
  server.current = makeBoard({ meeting: makeMeeting({ status: 'closed' }) });
  client.start();
  await clock.advance(60_000);
  expect(server.calls).toEqual(['board']);
  expect(sockets).toEqual([]);
});

test.each([1000, 4409])(
  'R-325: a guest whose socket closes with %i before the end requests only changes',
  async (code) => {
    const { client, clock, server, open } = boardScene();
    server.current = makeBoard({ you: { user_id: ada, role: 'guest', is_superuser: false } });
    const socket = await open();
    const put = [meetingRecord({ status: 'closed' })];
    server.log = [changeFrame(1, ada, { put, command: 'meeting.update' })];
    socket.disconnect(code);
    await clock.advance(60_000);
    expect(server.calls).toEqual(['changes 0']);
    expect(client.getSnapshot().board?.meeting.status).toBe('closed');
  },
);

test('C-37: a planned meeting is polled every 15 s, and joined once started', async () => {
  const { client, clock, server, sockets } = boardScene();
  server.current = makeBoard({ meeting: makeMeeting({ status: 'planned' }) });
  client.start();
  await clock.advance(30_000);
  expect(server.calls).toEqual(['board', 'board', 'board']);
  expect(sockets).toEqual([]);
  server.current = makeBoard();
  await clock.advance(15_000);
  expect(sockets).toHaveLength(1);
});

test('a started meeting is joined when the page becomes visible', async () => {
  const { client, clock, page, server, sockets } = boardScene();
  server.current = makeBoard({ meeting: makeMeeting({ status: 'planned' }) });
  client.start();
  await clock.advance(0);
  server.current = makeBoard();
  page.hide(true);
  page.hide(false);
  await clock.advance(0);
  expect(sockets).toHaveLength(1);
});

test('C-17: sends a check once a minute, without its own pending changes', async () => {
  const { client, clock, commands, open } = boardScene();
  const socket = await open();
  const alive = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      socket.deliver({ type: 'pong' });
      await clock.advance(1000);
    }
  };
  const checks = (): unknown[] =>
    socket.sent.flatMap((text) => {
      const frame = ClientFrame.parse(JSON.parse(text));
      return frame.type === 'check' ? [frame.data] : [];
    });
  socket.deliver(noteAdded(1));
  void client.run(commands.add(2, 'Mine'));
  await alive(59);
  expect(checks()).toEqual([]);
  await alive(1);
  expect(checks()).toEqual([
    {
      seq: 1,
      hash: boardHash(snapshotOf(makeBoard({ seq: 1, notes: [makeNote(1)] })).state.records()),
    },
  ]);
  await alive(60);
  expect(checks()).toHaveLength(2);
});

test('C-17: sends no check while behind or without a socket', async () => {
  const { clock, server, open, last } = boardScene();
  const socket = await open();
  server.failure = new Error('away');
  socket.deliver(noteAdded(2));
  for (let second = 0; second < 60; second += 1) {
    socket.deliver({ type: 'pong' });
    await clock.advance(1000);
  }
  expect(socket.kinds).not.toContain('check');
  last().disconnect(1006);
  await clock.advance(120_000);
  expect(socket.kinds).not.toContain('check');
});

test('C-20: an unreadable change makes it fetch a snapshot', async () => {
  const { clock, server, open, contents } = boardScene();
  const socket = await open();
  server.current = makeBoard({ seq: 1, notes: [makeNote(7)] });
  socket.deliver({ type: 'confetti', seq: 1, data: {} });
  socket.deliver(noteAdded(2));
  await clock.advance(16);
  expect(server.calls).toEqual(['board']);
  expect(contents()).toEqual(['Note 2', 'Note 7']);
  socket.deliver({ type: 'confetti', seq: 2, data: {} });
  await clock.advance(16);
  expect(server.calls).toEqual(['board']);
});

test('C-13: a snapshot requested before the last resync is ignored', async () => {
  const { clock, server, open, contents } = boardScene();
  const socket = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.gate = promise;
  server.current = makeBoard({ seq: 3, epoch: 'two', notes: [makeNote(3)] });
  socket.deliver({ type: 'resync', data: { seq: 3, epoch: 'two' } });
  await clock.advance(0);
  server.current = makeBoard({ seq: 1, epoch: 'three', notes: [makeNote(1)] });
  socket.deliver({ type: 'resync', data: { seq: 1, epoch: 'three' } });
  socket.deliver(noteAdded(2));
  resolve();
  await clock.advance(16);
  expect(server.calls).toEqual(['board', 'board']);
  expect(contents()).toEqual(['Note 1', 'Note 2']);
});
