import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { ConfigError, readConfig } from '#server/config';

const real = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://retro.example.com',
  SMTP_URL: 'smtp://user:secret@mail.example.com',
  MAIL_FROM: 'Wentwell <retro@example.com>',
};

const folder = mkdtempSync(path.join(tmpdir(), 'wentwell-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('what is read', () => {
  test('nothing set: a private site with demo and mailbox', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      isLoopback: true,
      dataDir: path.resolve('.data'),
      publicUrl: 'http://localhost:3000',
      webOrigin: 'http://localhost:3000',
      trustProxy: [],
      logLevel: 'info',
      rateLimits: 1,
      rateLimitsExempt: [],
      socketsPerAddress: 2000,
      demo: true,
      devMailbox: true,
    });
    expect(config.databaseUrl).toBeUndefined();
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('a real site has neither demo nor mailbox', () => {
    const config = readConfig({ ...real, TRUST_PROXY: '10.0.0.0/8, ::1', METRICS_PORT: '9100' });
    expect(config).toMatchObject({
      production: true,
      isLoopback: false,
      trustProxy: ['10.0.0.0/8', '::1'],
      metricsPort: 9100,
      demo: false,
      devMailbox: false,
    });
  });

  test('demo and mailbox can be had one without the other', () => {
    expect(readConfig({ DEMO: 'off' })).toMatchObject({ demo: false, devMailbox: true });
    const { SMTP_URL, MAIL_FROM } = real;
    expect(readConfig({ SMTP_URL, MAIL_FROM })).toMatchObject({ demo: true, devMailbox: false });
  });

  test('an empty value is no value', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: '', SMTP_URL_FILE: '' }).port).toBe(3000);
  });

  test.each(['localhost', '127.8.8.8', '::1'])('%s is loopback', (HOST) => {
    expect(readConfig({ HOST }).isLoopback).toBe(true);
  });

  test.each([
    ['on', 1],
    ['off', 0],
    ['3', 3],
    ['0.5', 0.5],
  ])('RATE_LIMITS=%s multiplies the limits by %d', (RATE_LIMITS, times) => {
    expect(readConfig({ RATE_LIMITS }).rateLimits).toBe(times);
  });

  test('an office can be exempt from the limits per address', () => {
    const RATE_LIMITS_EXEMPT = '203.0.113.0/24, 2001:db8::/48';
    expect(readConfig({ RATE_LIMITS_EXEMPT }).rateLimitsExempt).toEqual([
      '203.0.113.0/24',
      '2001:db8::/48',
    ]);
  });

  test('a secret comes from a file, without its last line break', () => {
    const file = path.join(folder, 'database-url');
    writeFileSync(file, 'postgres://u:p@db/wentwell\n');
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://u:p@db/wentwell');
  });
});

describe('what is refused', () => {
  test('every problem is named at once, one a line', () => {
    const env = { PORT: '70000', LOG_LEVEL: 'loud', HOST: '0.0.0.0', DEMO: 'on', DATABSE_URL: 'x' };
    expect(problemsOf(env)).toEqual([
      'PORT must be 0 to 65535',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
      'DEMO can be on only with a loopback HOST and without NODE_ENV=production',
      'SMTP_URL is missing: the development mailbox needs a loopback HOST and no NODE_ENV=production',
      'DATABSE_URL is not a setting; did you mean DATABASE_URL?',
    ]);
    expect(() => readConfig(env)).toThrow(problemsOf(env).join('\n'));
  });

  test.each([
    [{ PORT: '3e3' }, 'PORT must'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must'],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must'],
    [{ ...real, SMTP_URL: 'mail.example.com' }, 'SMTP_URL must'],
    [{ MAIL_FROM: 'Wentwell' }, 'MAIL_FROM must'],
    [{ MAIL_FROM: 'a@b.c\r\nBcc: d@e.f' }, 'MAIL_FROM must'],
    [{ ...real, MAIL_FROM: '' }, 'MAIL_FROM is missing'],
    [{ PUBLIC_URL: 'https://example.com/retro' }, 'PUBLIC_URL must'],
    [{ WEB_ORIGIN: '*' }, 'WEB_ORIGIN must'],
    [{ API_ORIGIN: 'api.example.com' }, 'API_ORIGIN must'],
    [{ TRUST_PROXY: 'all' }, 'TRUST_PROXY must'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must'],
    [{ RATE_LIMITS: 'none' }, 'RATE_LIMITS must'],
    [{ RATE_LIMITS: '0' }, 'RATE_LIMITS must'],
    [{ RATE_LIMITS: '-1' }, 'RATE_LIMITS must'],
    [{ RATE_LIMITS: '1e3' }, 'RATE_LIMITS must'],
    [{ RATE_LIMITS_EXEMPT: 'office' }, 'RATE_LIMITS_EXEMPT must'],
    [{ SOCKETS_PER_ADDRESS: '0' }, 'SOCKETS_PER_ADDRESS must'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must'],
    [{ ...real, PUBLIC_URL: '' }, 'PUBLIC_URL is missing'],
    [{ ...real, PUBLIC_URL: 'http://retro.example.com' }, 'PUBLIC_URL must be https'],
    [{ ...real, WEB_ORIGIN: 'http://retro.example.com' }, 'WEB_ORIGIN must be https'],
    [{ ...real, DEMO: 'on' }, 'DEMO can be on only'],
    [{ ...real, HOST: '127.0.0.1', DEMO: 'on' }, 'DEMO can be on only'],
    [{ DATABASE_URL_FILE: '/nowhere/at-all' }, 'DATABASE_URL_FILE names /nowhere/at-all'],
  ])('%o', (env: Record<string, string>, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(problem)]);
  });

  test('a value and a file for the same secret', () => {
    const file = path.join(folder, 'redis-url');
    writeFileSync(file, 'redis://cache');
    const env = { REDIS_URL: 'redis://cache', REDIS_URL_FILE: file };
    expect(problemsOf(env)).toEqual(['REDIS_URL and REDIS_URL_FILE are both set: choose one']);
  });

  test('no message shows a password', () => {
    expect(problemsOf({ ...real, SMTP_URL: 'http://u:hunter2@mail' }).join()).not.toMatch(
      'hunter2',
    );
  });
});

describe('names near a setting', () => {
  test.each([
    ['REDIS_URI', 'REDIS_URL'],
    ['DATABASE_URL_FLIE', 'DATABASE_URL_FILE'],
    ['PROT', 'PORT'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
  ])('%s is pointed out', (name, meant) => {
    const expected = `${name} is not a setting; did you mean ${meant}?`;
    expect(problemsOf({ [name]: 'x' })).toEqual([expected]);
  });

  test("other people's names are none of ours", () => {
    const foreign = ['HOME', 'PATH', 'TERM', 'USER', 'LANG', 'HOSTNAME', 'npm_config_loglevel'];
    expect(problemsOf(Object.fromEntries(foreign.map((name) => [name, 'x'])))).toEqual([]);
  });
});
