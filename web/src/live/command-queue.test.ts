import { expect, test } from 'vitest';

import { UnreadableAnswerError } from '#web/api/request';

import { makeBoard, makeMeeting, makeNote } from './testing/fake-board-server.ts';
import { apiError, memoryStore } from './testing/fake-commands.ts';
import { queueScene } from './testing/queue-scene.ts';

test('C-18, C-31: a change shows and is sent immediately, and stays until the board has it', async () => {
  const { clock, commands, stored, queue, texts, store } = queueScene();
  const outcome = queue.run(commands.add(2, 'Mine'));
  expect(texts()).toEqual(['Note 1', 'Mine']);
  expect(commands.texts()).toEqual(['Mine']);
  expect(store.all()).toMatchObject([{ key: commands.last().key, kind: 'write' }]);
  commands.last().accept();
  await clock.advance(0);
  expect(await outcome).toBe(true);
  expect(store.all()).toEqual([]);
  expect(queue.hasAcknowledged).toBe(true);
  expect(texts()).toEqual(['Note 1', 'Mine']);
  stored.board = makeBoard({ seq: 1, notes: [makeNote(1), makeNote(2, { content: 'Mine' })] });
  queue.completeConfirmed(stored);
  expect(queue.hasAcknowledged).toBe(false);
  expect(texts()).toEqual(['Note 1', 'Mine']);
});

test('C-18: a response after its event removes the pending change immediately', async () => {
  const { clock, commands, stored, queue } = queueScene();
  void queue.run(commands.add(2, 'Mine'));
  stored.board = makeBoard({ seq: 1, notes: [makeNote(1), makeNote(2, { content: 'Mine' })] });
  commands.last().accept();
  await clock.advance(0);
  expect(queue.hasAcknowledged).toBe(false);
});

test('C-31: a double press is one change', async () => {
  const { commands, queue } = queueScene();
  const outcomes = [queue.run(commands.edit(1, 'Once')), queue.run(commands.edit(1, 'Once'))];
  expect(commands.sent).toHaveLength(1);
  commands.last().accept();
  expect(await Promise.all(outcomes)).toEqual([true, true]);
});

test('C-32: changes of one note are sent in sequence; other notes do not wait', async () => {
  const { clock, commands, queue } = queueScene();
  void queue.run(commands.edit(1, 'first'));
  void queue.run(commands.edit(1, 'second'));
  void queue.run(commands.add(2, 'elsewhere'));
  expect(commands.texts()).toEqual(['first', 'elsewhere']);
  commands.sent[0]?.accept();
  await clock.advance(0);
  expect(commands.texts()).toEqual(['first', 'elsewhere', 'second']);
});

test('C-32: a change of several objects waits for earlier changes in each queue', async () => {
  const { clock, commands, queue } = queueScene();
  void queue.run(commands.add(2, 'new'));
  void queue.run({ ...commands.edit(1, 'both'), alsoQueues: ['2'] });
  void queue.run(commands.edit(2, 'later'));
  expect(commands.texts()).toEqual(['new']);
  commands.last().accept();
  await clock.advance(0);
  expect(commands.texts()).toEqual(['new', 'both']);
  commands.last().accept();
  await clock.advance(0);
  expect(commands.texts()).toEqual(['new', 'both', 'later']);
});

test('C-32: many notes are sent a few at a time', async () => {
  const { clock, commands, queue } = queueScene();
  for (let note = 2; note < 12; note += 1) void queue.run(commands.add(note, `${note}`));
  expect(commands.sent).toHaveLength(6);
  commands.sent[3]?.accept();
  await clock.advance(0);
  expect(commands.texts().at(-1)).toBe('8');
});

test('C-34: a reload keeps pending commands, in order and with their keys', async () => {
  const before = queueScene();
  before.page.goOnline(false);
  void before.queue.run(before.commands.add(2, 'two'));
  void before.queue.run(before.commands.edit(2, 'two, better'));
  const keys = before.store.all().map(({ key }) => key);
  before.queue.stop();

  const { clock, commands, queue, texts, store } = queueScene(before.store);
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

test('C-34: a closed page’s commands are adopted immediately, in creation order', async () => {
  const store = memoryStore();
  const { clock, page, commands, queue, texts } = queueScene(store);
  page.goOnline(false);
  queue.retryNow();
  const madeAt = clock.now();
  const left = (key: string, text: string) => ({
    key,
    kind: 'write',
    input: { note: 1, text, isNew: false },
    madeAt,
  });
  void queue.run(commands.edit(1, 'last'));
  const [own] = store.all();
  store.addOrphans([left('00000000-1', 'first'), left('00000000-2', 'second')]);
  expect(queue.waiting).toBe(3);
  expect(texts()).toEqual(['last']);
  page.goOnline(true);
  queue.retryNow();
  for (let sent = 1; sent <= 3; sent += 1) {
    commands.last().accept();
    await clock.advance(0);
  }
  expect(commands.texts()).toEqual(['first', 'second', 'last']);
  expect(commands.sent.map(({ key }) => key)).toEqual(['00000000-1', '00000000-2', own?.key]);
  expect(store.all()).toEqual([]);
});

test('C-34: a page that has left adopts nothing', () => {
  const { commands, queue, store } = queueScene();
  queue.stop();
  const input = { note: 2, text: 'left', isNew: true };
  store.addOrphans([{ key: 'left', kind: 'write', input, madeAt: 0 }]);
  expect(commands.sent).toEqual([]);
  expect(store.all()).toHaveLength(1);
});

test('C-34: obsolete commands are not sent', () => {
  const store = memoryStore();
  const { commands } = queueScene(store);
  const now = Date.parse('2026-03-02T09:00:00.000Z');
  const input = { note: 2, text: 'old', isNew: true };
  store.add({ key: 'unknown', kind: 'vote', input: {}, madeAt: now });
  store.add({ key: 'old', kind: 'write', input, madeAt: now - 24 * 3_600_000 - 1 });
  const later = queueScene(store);
  expect(commands.sent).toEqual([]);
  expect(later.commands.sent).toEqual([]);
  expect(later.commands.refusals).toMatchObject([{ text: 'old' }]);
  expect(store.all()).toEqual([]);
});

test('C-34: at most 200 commands wait', async () => {
  const { page, commands, queue } = queueScene();
  page.goOnline(false);
  for (let note = 0; note < 200; note += 1) void queue.run(commands.edit(note, `${note}`));
  expect(await queue.run(commands.add(200, 'one too many'))).toBe(false);
  expect(queue.waiting).toBe(200);
  expect(commands.refusals).toMatchObject([{ text: 'one too many' }]);
});

test('C-35: a refusal reverts the change and reports the board that the user saw', async () => {
  const { clock, commands, queue, texts, store } = queueScene();
  const outcome = queue.run(commands.edit(1, 'Better'));
  commands.last().fail(apiError(409));
  await clock.advance(0);
  expect(await outcome).toBe(false);
  expect(texts()).toEqual(['Note 1']);
  expect(store.all()).toEqual([]);
  expect(commands.refusals).toMatchObject([
    { text: 'Better', error: { status: 409 }, board: { notes: [{ content: 'Better' }] } },
  ]);
});

test('C-35: a refused new note takes its later changes with it', async () => {
  const { clock, commands, queue, texts } = queueScene();
  const outcomes = [queue.run(commands.add(2, 'new')), queue.run(commands.edit(2, 'newer'))];
  void queue.run(commands.edit(1, 'other'));
  commands.sent[0]?.fail(apiError(409));
  await clock.advance(0);
  expect(await Promise.all(outcomes)).toEqual([false, false]);
  expect(commands.texts()).toEqual(['new', 'other']);
  expect(commands.refusals).toMatchObject([
    {
      text: 'new',
      board: { notes: [{ content: 'other' }, { content: 'newer' }] },
      later: [{ text: 'newer' }],
    },
  ]);
  expect(texts()).toEqual(['other']);
});

test('C-35: an ended session refuses nothing: the change waits for the next login', async () => {
  const { clock, commands, queue, store } = queueScene();
  void queue.run(commands.add(2, 'Mine'));
  commands.last().fail(apiError(401));
  await clock.advance(60_000);
  expect(commands.sent).toHaveLength(1);
  expect(queue.waiting).toBe(1);
  expect(store.all()).toHaveLength(1);
});

test('C-35: a refusal after the page was closed is reported on the next visit', async () => {
  const before = queueScene();
  void before.queue.run(before.commands.add(2, 'Mine'));
  before.queue.stop();
  before.commands.last().fail(apiError(409));
  await before.clock.advance(60_000);
  expect(before.commands.refusals).toEqual([]);

  const { clock, commands } = queueScene(before.store);
  commands.last().fail(apiError(409));
  await clock.advance(0);
  expect(commands.refusals).toMatchObject([{ text: 'Mine' }]);
});

test('a success with an unreadable body is a success', async () => {
  const { clock, commands, queue, store } = queueScene();
  const outcome = queue.run(commands.add(2, 'Mine'));
  commands.last().fail(new UnreadableAnswerError(null));
  await clock.advance(0);
  expect(await outcome).toBe(true);
  expect(store.all()).toEqual([]);
});

test('C-18: a change acknowledged before a request is removed by its response, even if it is gone again', async () => {
  const { clock, commands, queue, texts } = queueScene();
  void queue.run(commands.add(2, 'taken'));
  commands.last().accept();
  await clock.advance(0);
  const lift = queue.captureAcknowledged();
  void queue.run(commands.add(3, 'later'));
  expect(texts()).toEqual(['Note 1', 'taken', 'later']);
  lift();
  expect(texts()).toEqual(['Note 1', 'later']);
});

test('R-172: an unnamed text waits and is not sent with a name', async () => {
  const { page, commands, stored, queue, texts, store } = queueScene();
  const named = stored.board;
  const { meeting } = named;
  const settings = { ...meeting.settings, anonymous: true };
  stored.board = { ...named, meeting: { ...meeting, settings } };
  page.goOnline(false);
  const outcome = queue.run(commands.add(2, 'Unnamed'));
  expect(store.all()).toMatchObject([{ isUnnamed: true }]);
  stored.board = named;
  page.goOnline(true);
  queue.retryNow();
  expect(await outcome).toBe(false);
  expect(commands.sent).toEqual([]);
  expect(commands.refusals).toMatchObject([{ text: 'Unnamed' }]);
  expect([texts(), store.all()]).toEqual([['Note 1'], []]);
});

test('R-172: unnamed texts that are not sent hold up nothing after them', () => {
  const { page, commands, stored, queue } = queueScene();
  const named = stored.board;
  const { meeting } = named;
  const settings = { ...meeting.settings, anonymous: true };
  stored.board = { ...named, meeting: { ...meeting, settings } };
  page.goOnline(false);
  void queue.run(commands.add(2, 'Unnamed'));
  void queue.run(commands.add(3, 'Unnamed, too'));
  void queue.run(commands.edit(1, 'After them'));
  stored.board = named;
  page.goOnline(true);
  queue.retryNow();
  expect(commands.refusals).toMatchObject([{ text: 'Unnamed' }, { text: 'Unnamed, too' }]);
  expect(commands.texts()).toEqual(['After them']);
});

test('C-18: a change shows until the board has the response’s seq', async () => {
  const { clock, commands, stored, queue, texts } = queueScene();
  void queue.run(commands.add(2, 'Mine'));
  commands.last().accept(2);
  await clock.advance(0);
  stored.board = makeBoard({ seq: 1 });
  queue.completeConfirmed(stored);
  expect(queue.hasAcknowledged).toBe(true);
  expect(texts()).toEqual(['Mine']);
  stored.board = makeBoard({ seq: 2 });
  queue.completeConfirmed(stored);
  expect(queue.hasAcknowledged).toBe(false);
  expect(texts()).toEqual([]);
});

test('C-18: is decided again on each board, and shows nothing if refused there', () => {
  const { commands, stored, queue, texts } = queueScene();
  void queue.run(commands.edit(1, 'Better'));
  const notes = [makeNote(1), makeNote(2)];
  stored.board = makeBoard({ seq: 1, notes });
  expect(texts()).toEqual(['Better', 'Note 2']);
  stored.board = makeBoard({ seq: 2, notes, meeting: makeMeeting({ status: 'closed' }) });
  expect(texts()).toEqual(['Note 1', 'Note 2']);
});
