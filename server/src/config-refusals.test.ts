// Settings that a start refuses, all in one list.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { readConfig } from '#server/config';

import { problemsOf, real } from './config-scene.suite.ts';

const certificate = new URL('../test/localhost-certificate.pem', import.meta.url).pathname;
const folder = mkdtempSync(path.join(tmpdir(), 'wentwell-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('invalid settings', () => {
  test('lists every problem, one a line', () => {
    const env = { PORT: '70000', LOG_LEVEL: 'loud', HOST: '0.0.0.0', DEMO: 'on', DATABSE_URL: 'x' };
    expect(problemsOf(env)).toEqual([
      'PORT must be 0 to 65535',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent',
      'DEMO can be on only on a private start, and HOST says that this is none',
      'SMTP_URL is missing: mail stays here only on a private start, and HOST says that this is none',
      'DATABSE_URL is not a setting; did you mean DATABASE_URL?',
    ]);
    expect(() => readConfig(env)).toThrow(problemsOf(env).join('\n'));
  });

  test('lists everything that production needs, so that nobody starts five times', () => {
    const named = problemsOf({ NODE_ENV: 'production' }).map((problem) => problem.split(' ')[0]);
    expect(new Set(named)).toEqual(new Set(['MAIL_FROM', 'PUBLIC_URL', 'SMTP_URL', 'TRUST_PROXY']));
  });

  test.each([
    [{ PORT: '3e3' }, 'PORT must'],
    [{ ...real, DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must'],
    [{ ...real, DATABASE_URL: 'postgres://db1:5432,:5433/x' }, 'DATABASE_URL must'],
    [{ ...real, REDIS_URL: 'redis://a:6379,b:6379' }, 'REDIS_URL names several hosts'],
    [{ ...real, REDIS_URL: 'redis+sentinel://a,b' }, 'REDIS_URL has no name of the master'],
    [{ ...real, REDIS_URL: 'localhost:6379' }, 'REDIS_URL must'],
    [{ ...real, SMTP_URL: 'mail.example.com' }, 'SMTP_URL must'],
    [{ MAIL_FROM: 'Wentwell' }, 'MAIL_FROM must'],
    [{ MAIL_FROM: 'a@b.c\r\nBcc: d@e.f' }, 'MAIL_FROM must'],
    [{ ...real, MAIL_FROM: '' }, 'MAIL_FROM is missing'],
    [{ ...real, PUBLIC_URL: 'https://example.com/retro' }, 'PUBLIC_URL must'],
    [{ ...real, WEB_ORIGIN: '*' }, 'WEB_ORIGIN must'],
    [{ API_ORIGIN: 'api.example.com' }, 'API_ORIGIN must'],
    [{ ...real, TRUST_PROXY: 'all' }, 'TRUST_PROXY must'],
    [{ ...real, TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must'],
    [{ ...real, TRUST_PROXY: '' }, 'TRUST_PROXY is missing: in production'],
    ...['smtp://mail.example.com?ignoreTLS=true', 'smtp://localhost?host=x', 'smtps://m?tsl=1'].map(
      (SMTP_URL): [Record<string, string>, string] => [
        { ...real, SMTP_URL },
        'SMTP_URL has an option that is not read: only name is',
      ],
    ),
    ...['smtp://mail.example.com', 'smtp://relay', 'smtp://192.0.2.1', 'smtps://10.0.0.5'].map(
      (SMTP_URL): [Record<string, string>, string] => [
        { ...real, SMTP_URL, SMTP_PLAIN: 'on' },
        'SMTP_PLAIN can be on only for a relay on loopback or a private address',
      ],
    ),
    [{ SMTP_CA: certificate }, 'SMTP_CA has an effect with SMTP_URL'],
    [{ RATE_LIMITS: 'none' }, 'RATE_LIMITS must'],
    [{ RATE_LIMITS: '0' }, 'RATE_LIMITS must'],
    [{ RATE_LIMITS: '-1' }, 'RATE_LIMITS must'],
    [{ RATE_LIMITS: '1e3' }, 'RATE_LIMITS must'],
    [{ RATE_LIMITS_EXEMPT: 'office' }, 'RATE_LIMITS_EXEMPT must'],
    [{ REGISTRATION: 'closed' }, 'REGISTRATION must be open, invite, domains or off'],
    [{ REGISTRATION: 'domains' }, 'REGISTRATION_DOMAINS is missing'],
    [{ REGISTRATION_DOMAINS: 'example.com' }, 'REGISTRATION_DOMAINS has an effect'],
    [
      { REGISTRATION: 'domains', REGISTRATION_DOMAINS: '@example.com' },
      'REGISTRATION_DOMAINS must be domains like example.com',
    ],
    [{ SOCKETS_PER_ADDRESS: '0' }, 'SOCKETS_PER_ADDRESS must'],
    [{ DATABASE_POOL: '1' }, 'DATABASE_POOL must be 2 to 999'],
    [{ ...real, DATABASE_URL: 'postgres://db/x?sslmode=prefer' }, 'DATABASE_URL has an sslmode'],
    [{ ...real, DATABASE_URL: 'postgres://db/x?ssl_mode=require' }, 'DATABASE_URL has an option'],
    [{ ...real, SMTP_URL: 'smtp://' }, 'SMTP_URL must name the mail server'],
    [
      { ...real, DATABASE_URL: 'postgres://db/x', DATABASE_CA: '/dev/null' },
      'holds no certificate',
    ],
    [
      { ...real, DATABASE_URL: 'postgres://db/x', DATABASE_CA: '/nowhere.pem' },
      'DATABASE_CA names /nowhere.pem, which cannot be read',
    ],
    [{ DATABASE_CA: certificate }, 'DATABASE_CA has an effect with DATABASE_URL only'],
    [{ ...real, REDIS_URL: 'redis://cache', REDIS_CA: certificate }, 'REDIS_CA has an effect'],
    [{ ...real, REDIS_URL: 'redis://cache/retros' }, 'REDIS_URL has a path that is no number'],
    [{ ...real, REDIS_URL: 'redis://cache/0/1' }, 'REDIS_URL has a path that is no number'],
    [{ ...real, REDIS_URL: 'redis://cache?db=one' }, 'REDIS_URL has a db that is no number'],
    [{ ...real, REDIS_URL: 'redis://cache/1?db=2' }, 'REDIS_URL names the database twice'],
    [{ ...real, REDIS_URL: 'redis://cache?family=5' }, 'REDIS_URL has a family that is none of'],
    [
      { ...real, REDIS_URL: 'rediss://cache/0?ssl_cert_reqs=none' },
      'REDIS_URL has an option that is not read: only db, family are',
    ],
    [{ ...real, REDIS_URL: 'redis://:pa#ss@cache' }, 'REDIS_URL has a #: in a password, write %23'],
    [{ ...real, REDIS_URL: 'redis://:a%ZZ@cache' }, 'REDIS_URL has a % that begins no character'],
    [
      { ...real, DATABASE_URL: 'postgres://ada:a%ZZ@db/retros' },
      'DATABASE_URL has a % that begins no character: write %25',
    ],
    [{ ...real, DATABASE_URL: 'postgres://ada:a%00@db/retros' }, 'DATABASE_URL has a %00'],
    [{ ...real, DATABASE_URL: 'postgres://db/100%' }, 'DATABASE_URL has a % that begins'],
    [{ ...real, DATABASE_URL: 'postgres://ada:12#x@db/retros' }, 'DATABASE_URL has a #'],
    [{ ...real, SMTP_URL: 'smtps://ada:50%@mail.example.com' }, 'SMTP_URL has a % that begins'],
    [{ PORT: '3000', METRICS_PORT: '3000' }, 'METRICS_PORT is that of PORT'],
    [
      { KEEP_DELETED_DAYS: '0' },
      'KEEP_DELETED_DAYS must be a whole number of days above 0, or forever',
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must'],
    [{ ...real, PUBLIC_URL: '' }, 'PUBLIC_URL is missing'],
    [{ ...real, PUBLIC_URL: 'http://retro.example.com' }, 'PUBLIC_URL must be https'],
    [{ ...real, WEB_ORIGIN: 'http://retro.example.com' }, 'WEB_ORIGIN must be https'],
    [{ ...real, DEMO: 'on' }, 'DEMO can be on only'],
    [{ ...real, HOST: '127.0.0.1', DEMO: 'on' }, 'DEMO can be on only'],
    [{ ...real, DATABASE_URL_FILE: '/nowhere/at-all' }, 'DATABASE_URL_FILE names /nowhere/at-all'],
  ])('%o', (env: Record<string, string>, problem) => {
    expect(problemsOf(env)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    'redis://cache',
    'redis://cache/',
    'redis://cache/15',
    'rediss://ada:p%25%23@cache:6380/0?family=6',
    'redis://cache?db=2',
  ])('but not %s', (REDIS_URL) => {
    expect(problemsOf({ ...real, REDIS_URL })).toEqual([]);
  });

  test('a value and a file for the same secret', () => {
    const file = path.join(folder, 'redis-url');
    writeFileSync(file, 'redis://cache');
    const env = { ...real, REDIS_URL: 'redis://cache', REDIS_URL_FILE: file };
    expect(problemsOf(env)).toEqual(['REDIS_URL and REDIS_URL_FILE are both set: choose one']);
  });

  test('no message contains a password', () => {
    expect(problemsOf({ ...real, SMTP_URL: 'http://u:hunter2@mail' }).join()).not.toMatch(
      'hunter2',
    );
  });
});

describe('suggestions for misspelt settings', () => {
  test.each([
    ['REDIS_URI', 'REDIS_URL'],
    ['DATABASE_URL_FLIE', 'DATABASE_URL_FILE'],
    ['PROT', 'PORT'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
  ])('suggests %s', (name, meant) => {
    const expected = `${name} is not a setting; did you mean ${meant}?`;
    expect(problemsOf({ [name]: 'x' })).toEqual([expected]);
  });

  test("other people's names are none of ours", () => {
    const foreign = ['HOME', 'PATH', 'TERM', 'USER', 'LANG', 'HOSTNAME', 'npm_config_loglevel'];
    expect(problemsOf(Object.fromEntries(foreign.map((name) => [name, 'x'])))).toEqual([]);
  });
});
