// The configuration that settings lead to, and the defaults.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { readConfig, readDatabaseConfig } from '#server/config';

import { problemsOf, real } from './config-scene.suite.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wentwell-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('settings', () => {
  test('default to a private site with demo and mailbox', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      isPrivate: true,
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
    expect(config.database).toBeUndefined();
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('a public site has neither demo nor mailbox', () => {
    const config = readConfig({ ...real, TRUST_PROXY: '10.0.0.0/8, ::1', METRICS_PORT: '9100' });
    expect(config).toMatchObject({
      production: true,
      isPrivate: false,
      trustProxy: ['10.0.0.0/8', '::1'],
      metricsPort: 9100,
      demo: false,
      devMailbox: false,
    });
  });

  test('a private start can disable the demo', () => {
    expect(readConfig({ DEMO: 'off' })).toMatchObject({ demo: false, devMailbox: true });
  });

  test('an empty value counts as absent', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: '', SMTP_URL_FILE: '' }).port).toBe(3000);
  });

  test.each([
    ['on', 1],
    ['off', 0],
    ['3', 3],
    ['0.5', 0.5],
  ])('RATE_LIMITS=%s multiplies the limits by %d', (RATE_LIMITS, times) => {
    expect(readConfig({ RATE_LIMITS }).rateLimits).toBe(times);
  });

  test('registration is open by default, in production for invited people', () => {
    expect(readConfig({}).registration).toEqual({ mode: 'open', domains: [] });
    expect(readConfig(real).registration).toEqual({ mode: 'invite', domains: [] });
    expect(readConfig({ ...real, REGISTRATION: 'open' }).registration.mode).toBe('open');
  });

  test('an office can be exempt from limits by address', () => {
    const RATE_LIMITS_EXEMPT = '203.0.113.0/24, 2001:db8::/48';
    expect(readConfig({ RATE_LIMITS_EXEMPT }).rateLimitsExempt).toEqual([
      '203.0.113.0/24',
      '2001:db8::/48',
    ]);
  });

  test.each([
    ['production', 'smtp://mail.example.com', true],
    ['production', 'smtp://10.0.0.5:25', true],
    ['production', 'smtp://localhost:25', false],
    ['production', 'smtp://[::1]:25', false],
    ['development', 'smtp://mail.example.com', false],
  ])('in %s, mail by %s needs TLS: %s', (NODE_ENV, SMTP_URL, needed) => {
    expect(readConfig({ ...real, NODE_ENV, SMTP_URL }).smtpRequiresTls).toBe(needed);
  });

  test.each(['smtp://10.0.0.5:25?name=retro', 'smtp://[fd00::1]', 'smtp://localhost'])(
    'in production, mail goes to %s without TLS where SMTP_PLAIN says so',
    (SMTP_URL) => {
      const config = readConfig({ ...real, SMTP_URL, SMTP_PLAIN: 'on' });
      expect(config).toMatchObject({ smtpRequiresTls: false, smtpPlain: true });
    },
  );

  test('a secret is read from a file without its final line break', () => {
    const file = path.join(folder, 'database-url');
    writeFileSync(file, 'postgres://u:p@db/wentwell\n');
    expect(readConfig({ ...real, DATABASE_URL_FILE: file }).database?.connectionString).toBe(
      'postgres://u:p@db/wentwell',
    );
  });
});

describe('a private start', () => {
  const { SMTP_URL, MAIL_FROM } = real;

  test.each([
    { HOST: 'localhost' },
    { HOST: '127.8.8.8' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'https://127.0.0.1' },
    { WEB_ORIGIN: 'http://[::1]:5173' },
    { TRUST_PROXY: 'none' },
  ])('is one with %o', (env: Record<string, string>) => {
    expect(readConfig(env)).toMatchObject({ isPrivate: true, demo: true, devMailbox: true });
  });

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: 'localhost.example.com' },
    { PUBLIC_URL: 'https://retro.example.com' },
    { PUBLIC_URL: 'http://127.0.0.1.example.com' },
    { WEB_ORIGIN: 'https://retro.example.com' },
    { TRUST_PROXY: '127.0.0.1' },
    { DATABASE_URL: 'postgres://localhost/wentwell' },
    { REDIS_URL: 'redis://localhost' },
    {},
  ])(
    'is not private with %o and a mail server: no demo, no mailbox',
    (env: Record<string, string>) => {
      const config = readConfig({ SMTP_URL, MAIL_FROM, ...env });
      expect(config).toMatchObject({ isPrivate: false, demo: false, devMailbox: false });
      const [demo, ...more] = problemsOf({ SMTP_URL, MAIL_FROM, ...env, DEMO: 'on' });
      expect(demo).toMatch(/^DEMO can be on only on a private start, and .*SMTP_URL says? that/);
      expect(more).toEqual([]);
    },
  );

  test('has three names, which count as one origin', () => {
    const names = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'];
    expect(readConfig({})).toMatchObject({ ownOrigins: names, allowedOrigins: names });
    const { ownOrigins, allowedOrigins } = readConfig({ WEB_ORIGIN: 'http://127.0.0.1:5173' });
    expect(ownOrigins).toEqual(names);
    expect(allowedOrigins).toEqual([
      ...names,
      'http://127.0.0.1:5173',
      'http://localhost:5173',
      'http://[::1]:5173',
    ]);
  });

  test('otherwise has other names', () => {
    const PUBLIC_URL = 'http://localhost:3000';
    const config = readConfig({ SMTP_URL, MAIL_FROM, PUBLIC_URL });
    expect(config).toMatchObject({ ownOrigins: [PUBLIC_URL], allowedOrigins: [PUBLIC_URL] });
  });
});

describe('the database alone', () => {
  test('is read without other settings', () => {
    const env = { NODE_ENV: 'production', PORT: 'x', SMTP_URL_FILE: '/nowhere', PROT: '1' };
    expect(readDatabaseConfig(env).dataDir).toBe(path.resolve('.data'));
    expect(
      readDatabaseConfig({ ...env, DATABASE_URL: 'postgres://db/x' }).database?.connectionString,
    ).toBe('postgres://db/x');
  });

  test('is refused with the problems of its own settings only', () => {
    expect(() => readDatabaseConfig({ DATABASE_URL: 'mysql://db' })).toThrow('DATABASE_URL must');
    expect(() => readDatabaseConfig({ DATABSE_URL: 'x' })).toThrow('did you mean DATABASE_URL?');
  });
});
