// When a change that the server did not take is sent again, and how long it waits for that.
import { expect, test } from 'vitest';

import { CancelError, ForeignAnswerError, NetworkError } from '#web/api/request';

import { apiError } from './testing/fake-commands.ts';
import { queueScene } from './testing/queue-scene.ts';

const away = new NetworkError(new TypeError('fetch failed'));

test.each([
  ['no network', away],
  ['a call given up', new CancelError()],
  ['what a proxy answered instead', new ForeignAnswerError()],
  ['429', apiError(429)],
  ['502', apiError(502)],
  ['503', apiError(503)],
  ['504', apiError(504)],
])('C-33: after %s it waits and is resent with the same key', async (_what, failure) => {
  const { clock, commands, queue, texts, store } = queueScene();
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

test.each([
  ['an answer in its place', new ForeignAnswerError()],
  ['a 429 of its own', apiError(429)],
])('C-33: names a proxy that answers %s while the change waits', async (_what, failure) => {
  const { clock, commands, queue } = queueScene();
  void queue.run(commands.edit(1, 'Better'));
  commands.last().fail(failure);
  await clock.advance(0);
  expect(queue.delayReason).toBe('A proxy or portal answered instead of the site.');
});

test('C-33: a 500 is retried after 1, 2, 4 and 8 s before it counts as a refusal', async () => {
  const { clock, commands, queue, texts } = queueScene();
  const outcome = queue.run(commands.edit(1, 'Better'));
  for (const seconds of [1, 2, 4, 8]) {
    const tries = commands.sent.length;
    commands.last().fail(apiError(500));
    await clock.advance(seconds * 1000 - 1);
    // The server answers other calls all the while.
    queue.retryNow();
    expect(commands.sent).toHaveLength(tries);
    expect(texts()).toEqual(['Better']);
    expect(queue.delayReason).toBe("The server cannot save right now. We'll keep trying.");
    await clock.advance(1);
    expect(commands.sent).toHaveLength(tries + 1);
  }
  commands.last().fail(apiError(500));
  await clock.advance(0);
  expect(await outcome).toBe(false);
  expect(new Set(commands.sent.map(({ key }) => key)).size).toBe(1);
  expect(commands.refusals).toMatchObject([{ text: 'Better', error: { status: 500 } }]);
  expect(queue.delayReason).toBeNull();
});

test('C-32, C-33: changes after one with a 500 wait behind it', async () => {
  const { clock, commands, queue } = queueScene();
  void queue.run(commands.add(2, 'first'));
  commands.last().fail(apiError(500));
  await clock.advance(0);
  void queue.run(commands.add(3, 'second'));
  void queue.run(commands.edit(2, 'third'));
  await clock.advance(1000);
  for (const texts of [['first'], ['first', 'second'], ['first', 'second', 'third']]) {
    expect(commands.texts().slice(1)).toEqual(texts);
    commands.last().accept();
    await clock.advance(0);
  }
  expect(queue.waiting).toBe(0);
  expect(commands.refusals).toEqual([]);
});

test.each([
  ['429 with Retry-After: 7', apiError(429, '7'), 7],
  ['503 with Retry-After: 7', apiError(503, '7'), 7],
  ['503 with Retry-After: 0', apiError(503, '0'), 1],
  ['429 with a Retry-After of an hour', apiError(429, '3600'), 60],
  ['503 with a date', apiError(503, new Date(Date.now() + 90_000).toUTCString()), 60],
])('C-33: %s is waited out, for a minute at most', async (_what, failure, seconds) => {
  const { clock, commands, queue } = queueScene();
  void queue.run(commands.add(2, 'Mine'));
  commands.last().fail(failure);
  await clock.advance(0);
  expect(queue.delayReason).not.toBeNull();
  await clock.advance(seconds * 1000 - 1);
  expect(commands.sent).toHaveLength(1);
  await clock.advance(1);
  expect(commands.sent).toHaveLength(2);
  commands.last().accept();
  await clock.advance(0);
  expect(queue.delayReason).toBeNull();
});

test('C-33: a recovered server does not shorten its own Retry-After', async () => {
  const { clock, commands, queue } = queueScene();
  void queue.run(commands.add(2, 'Mine'));
  commands.last().fail(apiError(503, '7'));
  await clock.advance(10);
  queue.retryNow();
  expect(commands.sent).toHaveLength(1);
});

test('C-33: retries slow down to every 30 s', async () => {
  const { clock, commands, queue } = queueScene();
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

test('C-33: an unanswered request is aborted after 20 s and resent', async () => {
  const { clock, commands, queue } = queueScene();
  void queue.run(commands.add(2, 'Mine'));
  const { signal, fail } = commands.last();
  signal.addEventListener('abort', () => fail(new CancelError()));
  await clock.advance(20_999);
  expect(signal.aborted).toBe(true);
  expect(commands.sent).toHaveLength(1);
  await clock.advance(1);
  expect(commands.sent).toHaveLength(2);
});

test('C-33: nothing is sent while offline; afterwards one at a time, in order', async () => {
  const { clock, page, commands, queue } = queueScene();
  page.goOnline(false);
  queue.retryNow();
  void queue.run(commands.add(2, 'two'));
  void queue.run(commands.add(3, 'three'));
  void queue.run(commands.edit(2, 'two, better'));
  await clock.advance(60_000);
  expect(commands.sent).toEqual([]);
  expect(queue.waiting).toBe(3);
  page.goOnline(true);
  queue.retryNow();
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

test('C-33: any response ends the wait', async () => {
  const { clock, commands, queue } = queueScene();
  void queue.run(commands.add(2, 'Mine'));
  commands.last().fail(away);
  await clock.advance(10);
  queue.retryNow();
  expect(commands.sent).toHaveLength(2);
});

test('C-33: requests in flight complete when the page is left', async () => {
  const { clock, commands, queue, store } = queueScene();
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
