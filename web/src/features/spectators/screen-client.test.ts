// A screen that nobody stands beside: it must find its way back by itself, and say that its link is gone only where it is.
import { noneMissing } from '@wentwell/contract/guests/spectators';
import type { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { expect, test } from 'vitest';

import { NetworkError } from '#web/api/request';
import { newsMs } from '#web/board/shown-change';
import {
  bob,
  changeFrame,
  FakeBoardServer,
  makeBoard,
  makeMeeting,
  makeNote,
  meetingRecord,
  noteAdded,
} from '#web/live/testing/fake-board-server';
import { FakeClock } from '#web/live/testing/fake-clock';
import { FakePage } from '#web/live/testing/fake-page';
import { refusal } from '#web/live/testing/refusal';
import { socketPairs } from '#web/live/testing/socket-pair';

import { ScreenClient } from './screen-client.ts';

function setUp(failure: Error | null = null) {
  const clock = new FakeClock();
  const names = new Map<UserId, string>([[bob, 'Bob']]);
  const api = Object.assign(new FakeBoardServer(), {
    names,
    colors: new Map(),
    missing: noneMissing,
  });
  api.failure = failure;
  const { sockets, openSocket } = socketPairs();
  const deps = { api, clock, page: new FakePage(), openSocket, random: () => 0 };
  const client = new ScreenClient(deps);
  client.start();
  return { clock, api, sockets, client, view: () => client.getSnapshot() };
}

test.each([429, 503])('a %i on the first load does not end the link', async (status) => {
  const { clock, api, view } = setUp(refusal(status));
  await clock.advance(0);
  expect(view()).toMatchObject({ board: null, isGone: false, isConnected: null });
  api.failure = null;
  await clock.advance(liveLimits.pollEvery);
  expect(view().board).not.toBeNull();
});

test('a link revoked while the screen was offline removes the board', async () => {
  const { clock, api, sockets, view } = setUp();
  await clock.advance(0);
  sockets.at(-1)?.accept();
  expect(view().board).not.toBeNull();
  api.failure = new NetworkError(new Error('offline'));
  sockets.at(-1)?.disconnect(1006);
  await clock.advance(liveLimits.pollEvery);
  expect(view()).toMatchObject({ isGone: false, isConnected: false });
  api.failure = refusal(404);
  await clock.advance(liveLimits.pollEvery);
  expect(view()).toMatchObject({ board: null, isGone: true });
});

test('after hours without a server the screen shows later changes', async () => {
  const { clock, api, sockets, view } = setUp();
  await clock.advance(0);
  sockets.at(-1)?.accept();
  api.failure = new NetworkError(new Error('offline'));
  sockets.at(-1)?.disconnect(1006);
  for (let hour = 0; hour < 3; hour += 1) await clock.advance(3_600_000);
  api.failure = null;
  api.log = [noteAdded(1)];
  await clock.advance(liveLimits.pollEvery);
  expect(view().board?.notes).toHaveLength(1);
  expect(view().isGone).toBe(false);
});

test('an absent author’s name is requested once, and comes with the next snapshot', async () => {
  const { clock, api, sockets, client } = setUp();
  await clock.advance(0);
  sockets.at(-1)?.accept();
  api.names.clear();
  const note = makeNote(1);
  const fetchBoard = api.fetchBoard.bind(api);
  api.current = makeBoard({ seq: 2, notes: [note, makeNote(2)] });
  api.fetchBoard = () => {
    api.names.set(bob, 'Ben Okri');
    return fetchBoard();
  };
  const before = api.calls.length;
  expect(client.nameOf(bob)).toBeNull();
  sockets.at(-1)?.deliver(noteAdded(1, note));
  sockets.at(-1)?.deliver(noteAdded(2));
  await clock.advance(0);
  expect(client.nameOf(bob)).toBe('Ben Okri');
  expect(api.calls.slice(before)).toEqual(['board']);
});

test('who is missing is read again when joining begins and when people come or go', async () => {
  const { clock, api, sockets, client } = setUp();
  await clock.advance(0);
  sockets.at(-1)?.accept();
  const phase = { ...api.current.phase, phase: 'joining' as const };
  api.current = makeBoard({ seq: 1, meeting: makeMeeting({ phase: 'joining' }), phase });
  api.missing = { count: 1, ids: [bob] };
  const before = api.calls.length;
  const put = [meetingRecord({ phase: 'joining' })];
  sockets.at(-1)?.deliver(changeFrame(1, bob, { command: 'phase.change', put }));
  await clock.advance(0);
  expect(api.calls.slice(before)).toEqual(['board']);
  expect(client.missing).toEqual({ count: 1, ids: [bob] });
  const data = { version: 'a', people: { [bob]: 'Bob' }, left: {}, guests: {}, gone: [] };
  const timestamp = '2026-03-02T09:00:00.000Z';
  sockets.at(-1)?.deliver({ type: 'presence_changed', data, userId: bob, timestamp });
  await clock.advance(0);
  expect(api.calls.slice(before)).toEqual(['board', 'board']);
});

test('cards turn from the reveal until all have turned', async () => {
  const { clock, sockets, view } = setUp();
  const hidden = makeNote(1, { content: '', hidden: true });
  await clock.advance(0);
  sockets.at(-1)?.accept();
  sockets.at(-1)?.deliver(noteAdded(1, hidden));
  expect(view().revealed.size).toBe(0);
  sockets.at(-1)?.deliver(noteAdded(2, makeNote(1)));
  expect([...view().revealed]).toEqual([hidden.id]);
  await clock.advance(newsMs);
  expect(view().revealed.size).toBe(0);
});

test('who is writing is known only while connected', async () => {
  const { clock, sockets, view } = setUp();
  await clock.advance(0);
  sockets.at(-1)?.accept();
  const data = { counts: { went_well: 2 } };
  sockets
    .at(-1)
    ?.deliver({ type: 'typing', data, userId: null, timestamp: '2026-03-02T09:00:00.000Z' });
  expect(view().typing).toEqual({ went_well: 2 });
  sockets.at(-1)?.disconnect(1006);
  expect(view().typing).toEqual({});
});
