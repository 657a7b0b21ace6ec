// REDIS_URL with users and over TLS: success, and messages of refused starts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';

import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readConfig } from '#server/config';
import { openRedis } from '#server/platform/redis';
import { buildTestApp } from '#test/build-test-app';
import { freePort } from '#test/free-port';
import { canRunRedis, startSentinel, startTestRedis, type TestRedis } from '#test/redis';

const log = pino({ level: 'silent' });
const program = 'redis-server';
const certificate = new URL('../../test/localhost-certificate.pem', import.meta.url).pathname;

describe.skipIf(!canRunRedis)('users of Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
    const rights = ['~wentwell:*', '&wentwell:*', '+@all', '-@admin', '-@dangerous', '+info'];
    await redis.command('acl', 'setuser', 'retro', 'on', '>hunter2', ...rights);
    await redis.command(
      'acl',
      'setuser',
      'reader',
      'on',
      '>hunter2',
      '~*',
      '+@read',
      '+ping',
      '+info',
    );
  });
  afterAll(() => redis[Symbol.asyncDispose]());

  function addressOf(user: string): string {
    return redis.url.replace('redis://', `redis://${user}@`);
  }

  it('one with the rights named by the refusal can do everything needed', async () => {
    const connections = await openRedis({ url: addressOf('retro:hunter2') }, log);
    await connections.commands.hset('wentwell:0:board', 'lease', '1');
    await connections.commands
      .multi()
      .incr('wentwell:0:tries')
      .pexpire('wentwell:0:tries', 9)
      .exec();
    await connections.subscriptions.ssubscribe('wentwell:0:beat');
    expect(await connections.commands.spublish('wentwell:0:beat', '')).toBe(1);
    connections.close();
  });

  it.each([
    ['retro:wrong', 'it does not accept the user and password of REDIS_URL'],
    ['reader:hunter2', "NOPERM this user has no permissions to run the 'set' command"],
  ])('%s is refused with a message', async (user, words) => {
    const opening = openRedis({ url: addressOf(user) }, log);
    await expect(opening).rejects.toThrow(/^Redis at 127\.0\.0\.1:\d+ cannot be used: /);
    await expect(opening).rejects.toThrow(words);
    await expect(opening).rejects.not.toThrow('hunter2');
  });

  it('a missing password is refused with a message', async () => {
    await using closed = await startTestRedis();
    await closed.command('config', 'set', 'requirepass', 'hunter2');
    await expect(openRedis({ url: closed.url }, log)).rejects.toThrow('it asks for a password');
  });
});

async function startTlsRedis(port: number): Promise<AsyncDisposable> {
  const tls = ['--tls-port', String(port), '--port', '0', '--tls-auth-clients', 'no'];
  const files = ['--tls-cert-file', certificate, '--tls-key-file', certificate];
  const args = [...tls, ...files, '--tls-ca-cert-file', certificate, '--save', ''];
  const child = spawn(program, args, { stdio: 'ignore', cwd: tmpdir() });
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      socket.once('secureConnect', () => resolve(socket.destroy() === socket));
      socket.once('error', () => resolve(false));
    });
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error('this redis-server has no TLS');
    await pause(20);
  }
  return {
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

it.skipIf(!canRunRedis)('REDIS_CA verifies a rediss: address', async () => {
  const port = await freePort();
  await using _redis = await startTlsRedis(port);
  const url = `rediss://localhost:${port}`;
  const ca = await readFile(certificate, 'utf8');
  const connections = await openRedis({ url, ca }, log);
  expect(await connections.commands.ping()).toBe('PONG');
  expect(await connections.subscriptions.ping()).toBe('PONG');
  connections.close();
  await expect(openRedis({ url }, log)).rejects.toThrow(
    'its certificate is not accepted: nobody that this machine trusts has signed it',
  );
  const byNumber = openRedis({ url: `rediss://127.0.0.1:${port}`, ca }, log);
  await expect(byNumber).rejects.toThrow('it is for another name than that of the address');
});

/** The log of a node that opens Redis at a wrong kind of address. */
async function logOfOpening(url: string): Promise<string> {
  const lines: string[] = [];
  const kept = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  (await openRedis({ url }, kept)).close();
  return lines.join('');
}

it.skipIf(!canRunRedis)(
  'an address with TLS for a server without it, and the reverse, is named as a possible cause',
  async () => {
    await using plain = await startTestRedis();
    const port = await freePort();
    await using _redis = await startTlsRedis(port);
    const [withTls, withoutTls] = await Promise.all([
      logOfOpening(plain.url.replace('redis:', 'rediss:')),
      logOfOpening(`redis://localhost:${port}`),
    ]);
    expect(withTls).toContain('where Redis offers none, REDIS_URL begins with redis://');
    expect(withoutTls).toContain('where it takes TLS alone, REDIS_URL begins with rediss://');
  },
);

it.skipIf(!canRunRedis)('a node follows the Sentinels to the promoted master', async () => {
  await using master = await startTestRedis();
  await using replica = await startTestRedis();
  const portOf = ({ url }: TestRedis) => new URL(url).port;
  await master.command('config', 'set', 'repl-diskless-sync-delay', '0');
  await replica.command('replicaof', '127.0.0.1', portOf(master));
  await using sentinel = await startSentinel(portOf(master));
  const settings = { REDIS_URL: `redis+sentinel://127.0.0.1:1,${sentinel.host}/retros/1` };
  const { redis } = readConfig({ ...settings, SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.c' });
  await using app = await buildTestApp({}, { redisUrl: redis?.url ?? '' });
  const readiness = async () => (await app.request('GET', '/health/ready')).body;
  await expect.poll(readiness).toEqual({ status: 'ready' });
  await master.kill();
  await expect.poll(readiness).toMatchObject({ status: 'degraded' });
  await expect.poll(readiness).toEqual({ status: 'ready' });
  expect(await replica.command('role')).toContain('master');
});
