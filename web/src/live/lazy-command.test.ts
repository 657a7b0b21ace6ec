import { expect, test } from 'vitest';

import { NetworkError } from '#web/api/request';

import { lazyCommands } from './lazy-command.ts';
import { FakeCommands } from './testing/fake-commands.ts';

const { signal } = new AbortController();
const intent = { note: 1, text: 'Later', isNew: false };

test('a stored command shows and is sent once its code has loaded', async () => {
  const commands = new FakeCommands();
  const restore = lazyCommands(() => Promise.resolve(commands.deserialize));
  const command = restore('write', intent);
  if (!command) throw new Error('not restored');
  expect(command).toMatchObject({ kind: 'write', input: intent });
  expect(command.boardCommand).toBeUndefined();
  const sent = command.send('key', signal);
  await expect.poll(() => commands.sent.length).toBe(1);
  expect(command.boardCommand).toMatchObject({ input: { content: 'Later' } });
  commands.last().accept();
  expect(await sent).toHaveProperty('isConfirmed');
  command.onRefused(new Error('no'), null);
  expect(commands.refusals).toHaveLength(1);
});

test('a command of unknown kind or shape sends nothing', async () => {
  const commands = new FakeCommands();
  const restore = lazyCommands((kind) =>
    Promise.resolve(kind === 'write' ? commands.deserialize : undefined),
  );
  for (const unknown of [restore('write', { text: 1 }), restore('later', intent)]) {
    expect(await unknown?.send('key', signal)).toEqual({ seq: 0 });
  }
  expect(commands.sent).toEqual([]);
});

test('code that fails to load is no refusal', async () => {
  const restore = lazyCommands(() => Promise.reject(new TypeError('no such file')));
  await expect(restore('write', intent)?.send('key', signal)).rejects.toBeInstanceOf(NetworkError);
});
