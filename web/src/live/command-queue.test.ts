import type { Board } from '@wentwell/contract/board';
import { expect, test } from 'vitest';

import { CancelError, NetworkError, UnreadableAnswerError } from '#web/api/request';

import { CommandQueue } from './command-queue.ts';
import { makeBoard, makeNote } from './testing/fake-board-server.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { apiError, FakeCommands, memoryStore } from './testing/fake-commands.ts';
import { FakePage } from './testing/fake-page.ts';

const away = new NetworkError(new TypeError('fetch failed'));

/** A queue over a board that a test changes by hand. */
function setUp(store = memoryStore()) {
  const clock = new FakeClock();
  const page = new FakePage();
  const commands = new FakeCommands();
  const stored: { board: Board } = { board: makeBoard({ notes: [makeNote(1)] }) };
  const seen = (): Board => queue.over(stored.board);
  const queue: CommandQueue = new CommandQueue(
    { clock, page, store, revive: commands.revive },
    { changed: () => {}, taken: () => queue.settle(stored.board), shown: seen },
  );
  const texts = (): string[] => seen().notes.map((note) => note.content);
  queue.start();
  return { clock, page, commands, stored, queue, texts, store };
}

test('C-18, C-31: a change shows at once, is sent at once, and stays until the board has it', async () => {
  const { clock, commands, stored, queue, texts, store } = setUp();
  const outcome = queue.run(commands.add(2, 'Mine'));
  expect(texts()).toEqual(['Note 1', 'Mine']);
  expect(commands.texts()).toEqual(['Mine']);
  expect(store.all()).toMatchObject([{ key: commands.last().key, kind: 'write' }]);
  commands.last().accept();
  await clock.advance(0);
  expect(await outcome).toBe(true);
  expect(store.all()).toEqual([]);
  expect(queue.hasTaken).toBe(true);
  expect(texts()).toEqual(['Note 1', 'Mine']);
  stored.board = makeBoard({ seq: 1, notes: [makeNote(1), makeNote(2, { content: 'Mine' })] });
  queue.settle(stored.board);
  expect(queue.hasTaken).toBe(false);
  expect(texts()).toEqual(['Note 1', 'Mine']);
});

test('C-18: an answer that comes after its event is lifted off at once', async () => {
  const { clock, commands, stored, queue } = setUp();
  void queue.run(commands.add(2, 'Mine'));
  stored.board = makeBoard({ seq: 1, notes: [makeNote(1), makeNote(2, { content: 'Mine' })] });
  commands.last().accept();
  await clock.advance(0);
  expect(queue.hasTaken).toBe(false);
});

test('C-31: pressing twice is one change', async () => {
  const { commands, queue } = setUp();
  const outcomes = [queue.run(commands.edit(1, 'Once')), queue.run(commands.edit(1, 'Once'))];
  expect(commands.sent).toHaveLength(1);
  commands.last().accept();
  expect(await Promise.all(outcomes)).toEqual([true, true]);
});

test('C-32: changes of one note go one after another, other notes do not wait', async () => {
  const { clock, commands, queue } = setUp();
  void queue.run(commands.edit(1, 'first'));
  void queue.run(commands.edit(1, 'second'));
  void queue.run(commands.add(2, 'elsewhere'));
  expect(commands.texts()).toEqual(['first', 'elsewhere']);
  commands.sent[0]?.accept();
  await clock.advance(0);
  expect(commands.texts()).toEqual(['first', 'elsewhere', 'second']);
});

test('C-32: many notes at once are sent a few at a time', async () => {
  const { clock, commands, queue } = setUp();
  for (let note = 2; note < 12; note += 1) void queue.run(commands.add(note, `${note}`));
  expect(commands.sent).toHaveLength(6);
  commands.sent[3]?.accept();
  await clock.advance(0);
  expect(commands.texts().at(-1)).toBe('8');
});

test.each([
  ['no network', away],
  ['a call given up', new CancelError()],
  ['429', apiError(429)],
  ['502', apiError(502)],
  ['503', apiError(503)],
  ['504', apiError(504)],
])('C-33: after %s it waits and is sent again with the same key', async (_what, failure) => {
  const { clock, commands, queue, texts, store } = setUp();
  void queue.run(commands.add(2, 'Mine'));
  const { key } = commands.last();
  expect(queue.waiting).toBe(0);
  commands.last().fail(failure);
  await clock.advance(999);
  expect(queue.waiting).toBe(1);
  expect(commands.sent).toHaveLength(1);
  expect(texts()).toEqual(['Note 1', 'Mine']);
  expect(store.all()).toHaveLength(1);
  await clock.advance(1);
  expect(commands.sent.map((sent) => sent.key)).toEqual([key, key]);
  commands.last().accept();
  await clock.advance(0);
  expect(queue.waiting).toBe(0);
  expect(commands.refusals).toEqual([]);
});

test('C-33: it asks less and less often, down to every 30 s', async () => {
  const { clock, commands, queue } = setUp();
  void queue.run(commands.add(2, 'Mine'));
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const tries = commands.sent.length;
    commands.last().fail(away);
    await clock.advance(seconds * 1000 - 1);
    expect(commands.sent).toHaveLength(tries);
    await clock.advance(1);
    expect(commands.sent).toHaveLength(tries + 1);
  }
});

test('C-33: a server that neither answers nor refuses is asked again after 20 s', async () => {
  const { clock, commands, queue } = setUp();
  void queue.run(commands.add(2, 'Mine'));
  const { signal, fail } = commands.last();
  signal.addEventListener('abort', () => fail(new CancelError()));
  await clock.advance(20_999);
  expect(signal.aborted).toBe(true);
  expect(commands.sent).toHaveLength(1);
  await clock.advance(1);
  expect(commands.sent).toHaveLength(2);
});

test('C-33: nothing is sent while offline; back online one at a time, in order', async () => {
  const { clock, page, commands, queue } = setUp();
  page.goOnline(false);
  queue.wake();
  void queue.run(commands.add(2, 'two'));
  void queue.run(commands.add(3, 'three'));
  void queue.run(commands.edit(2, 'two, better'));
  await clock.advance(60_000);
  expect(commands.sent).toEqual([]);
  expect(queue.waiting).toBe(3);
  page.goOnline(true);
  queue.wake();
  for (const texts of [['two'], ['two', 'three'], ['two', 'three', 'two, better']]) {
    expect(commands.texts()).toEqual(texts);
    expect(queue.waiting).toBe(4 - texts.length);
    commands.last().accept();
    await clock.advance(0);
  }
  expect(queue.waiting).toBe(0);
  void queue.run(commands.edit(1, 'a'));
  void queue.run(commands.edit(3, 'b'));
  expect(commands.sent).toHaveLength(5);
});

test('C-33: a sign of life ends the waiting', async () => {
  const { clock, commands, queue } = setUp();
  void queue.run(commands.add(2, 'Mine'));
  commands.last().fail(away);
  await clock.advance(10);
  queue.wake();
  expect(commands.sent).toHaveLength(2);
});

test('C-34: a reload keeps what waits, in order and with its keys', async () => {
  const before = setUp();
  before.page.goOnline(false);
  void before.queue.run(before.commands.add(2, 'two'));
  void before.queue.run(before.commands.edit(2, 'two, better'));
  const keys = before.store.all().map(({ key }) => key);
  before.queue.stop();

  const { clock, commands, queue, texts, store } = setUp(before.store);
  expect(texts()).toEqual(['Note 1', 'two, better']);
  expect(queue.waiting).toBe(2);
  expect(commands.texts()).toEqual(['two']);
  commands.last().accept();
  await clock.advance(0);
  commands.last().accept();
  await clock.advance(0);
  expect(commands.sent.map(({ key }) => key)).toEqual(keys);
  expect(store.all()).toEqual([]);
});

test('C-34: what is of no use any more is not sent', () => {
  const store = memoryStore();
  const { commands } = setUp(store);
  const now = Date.parse('2026-03-02T09:00:00.000Z');
  const input = { note: 2, text: 'old', isNew: true };
  store.add({ key: 'unknown', kind: 'vote', input: {}, madeAt: now });
  store.add({ key: 'old', kind: 'write', input, madeAt: now - 24 * 3_600_000 - 1 });
  const later = setUp(store);
  expect(commands.sent).toEqual([]);
  expect(later.commands.sent).toEqual([]);
  expect(later.commands.refusals).toMatchObject([{ text: 'old' }]);
  expect(store.all()).toEqual([]);
});

test('C-34: more than 200 are not kept waiting', async () => {
  const { page, commands, queue } = setUp();
  page.goOnline(false);
  for (let note = 0; note < 200; note += 1) void queue.run(commands.add(note, `${note}`));
  expect(await queue.run(commands.add(200, 'one too many'))).toBe(false);
  expect(queue.waiting).toBe(200);
  expect(commands.refusals).toMatchObject([{ text: 'one too many' }]);
});

test('C-35: a refusal takes the change back and tells what the person saw', async () => {
  const { clock, commands, queue, texts, store } = setUp();
  const outcome = queue.run(commands.edit(1, 'Better'));
  commands.last().fail(apiError(409));
  await clock.advance(0);
  expect(await outcome).toBe(false);
  expect(texts()).toEqual(['Note 1']);
  expect(store.all()).toEqual([]);
  expect(commands.refusals).toMatchObject([
    { text: 'Better', error: { status: 409 }, shown: { notes: [{ content: 'Better' }] } },
  ]);
});

test('C-35: with a new note go the changes that were made of it meanwhile', async () => {
  const { clock, commands, queue, texts } = setUp();
  const outcomes = [queue.run(commands.add(2, 'new')), queue.run(commands.edit(2, 'newer'))];
  void queue.run(commands.edit(1, 'other'));
  commands.sent[0]?.fail(apiError(409));
  await clock.advance(0);
  expect(await Promise.all(outcomes)).toEqual([false, false]);
  expect(commands.texts()).toEqual(['new', 'other']);
  expect(commands.refusals).toMatchObject([
    { text: 'new', shown: { notes: [{ content: 'newer' }, { content: 'other' }] } },
  ]);
  expect(texts()).toEqual(['other']);
});

test('C-35: a session that is over refuses nothing: the change waits for the next login', async () => {
  const { clock, commands, queue, store } = setUp();
  void queue.run(commands.add(2, 'Mine'));
  commands.last().fail(apiError(401));
  await clock.advance(60_000);
  expect(commands.sent).toHaveLength(1);
  expect(queue.waiting).toBe(1);
  expect(store.all()).toHaveLength(1);
});

test('C-35: a refusal after the page was left is told at the next visit', async () => {
  const before = setUp();
  void before.queue.run(before.commands.add(2, 'Mine'));
  before.queue.stop();
  before.commands.last().fail(apiError(409));
  await before.clock.advance(60_000);
  expect(before.commands.refusals).toEqual([]);

  const { clock, commands } = setUp(before.store);
  commands.last().fail(apiError(409));
  await clock.advance(0);
  expect(commands.refusals).toMatchObject([{ text: 'Mine' }]);
});

test('C-33: what is under way when the page is left comes to its end', async () => {
  const { clock, commands, queue, store } = setUp();
  void queue.run(commands.add(2, 'new'));
  void queue.run(commands.edit(2, 'newer'));
  queue.stop();
  commands.last().accept();
  await clock.advance(0);
  expect(commands.texts()).toEqual(['new', 'newer']);
  commands.last().fail(away);
  await clock.advance(60_000);
  expect(commands.sent).toHaveLength(2);
  expect(store.all()).toHaveLength(1);
});

test('a yes that cannot be read is a yes', async () => {
  const { clock, commands, queue, store } = setUp();
  const outcome = queue.run(commands.add(2, 'Mine'));
  commands.last().fail(new UnreadableAnswerError(null));
  await clock.advance(0);
  expect(await outcome).toBe(true);
  expect(store.all()).toEqual([]);
});

test('C-18: what was taken before a question is lifted off by its answer, even if it is gone again', async () => {
  const { clock, commands, queue, texts } = setUp();
  void queue.run(commands.add(2, 'taken'));
  commands.last().accept();
  await clock.advance(0);
  const lift = queue.markTaken();
  void queue.run(commands.add(3, 'later'));
  expect(texts()).toEqual(['Note 1', 'taken', 'later']);
  lift();
  expect(texts()).toEqual(['Note 1', 'later']);
});
