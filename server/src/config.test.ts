// The configuration that settings lead to, and the defaults.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { ConfigError, readConfig, readDatabaseConfig } from '#server/config';
import { makeFolder } from '#test/temporary-folder';

const real = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://retro.example.com',
  SMTP_URL: 'smtp://user:secret@mail.example.com',
  MAIL_FROM: 'Wentwell <retro@example.com>',
  TRUST_PROXY: 'none',
};

/** The list that a start ends with. */
function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const folder = await makeFolder();

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

const certificate = new URL('../test/localhost-certificate.pem', import.meta.url).pathname;

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

describe('signing in with an identity provider', () => {
  const oidc = {
    OIDC_ISSUER: 'https://login.example.com/realms/company',
    OIDC_CLIENT_ID: 'wentwell',
    OIDC_CLIENT_SECRET: 'secret',
  };

  test('is named by its host by default, and redirects below PUBLIC_URL', () => {
    expect(readConfig({}).oidc).toBeNull();
    expect(readConfig({ ...real, ...oidc })).toMatchObject({
      passwordLogin: true,
      oidc: {
        issuer: 'https://login.example.com/realms/company',
        name: 'login.example.com',
        redirectUri: 'https://retro.example.com/login/callback',
      },
    });
    const named = { ...real, ...oidc, OIDC_NAME: 'Example Login', PASSWORD_LOGIN: 'off' };
    expect(readConfig(named)).toMatchObject({
      passwordLogin: false,
      oidc: { name: 'Example Login' },
    });
  });

  test('reads its secret from a file', () => {
    const file = path.join(folder, 'client-secret');
    writeFileSync(file, 'from a file\n');
    const { OIDC_CLIENT_SECRET: _, ...others } = oidc;
    const config = readConfig({ ...real, ...others, OIDC_CLIENT_SECRET_FILE: file });
    expect(config.oidc?.clientSecret).toBe('from a file');
  });

  test('names all missing settings at once', () => {
    expect(problemsOf({ ...real, OIDC_CLIENT_ID: 'wentwell', PASSWORD_LOGIN: 'off' })).toEqual([
      'OIDC_ISSUER is missing: OIDC_CLIENT_ID needs it',
      'OIDC_CLIENT_SECRET is missing: OIDC_CLIENT_ID needs it',
      'PASSWORD_LOGIN can be off only with OIDC_ISSUER: nobody could sign in otherwise',
    ]);
    expect(problemsOf({ ...real, OIDC_NAME: 'Example', PASSWORD_LOGIN: 'no' })).toEqual([
      'PASSWORD_LOGIN must be on or off',
      'OIDC_NAME has an effect with OIDC_ISSUER only',
    ]);
  });

  test.each([
    ['login.example.com', true],
    ['http://login.example.com', true],
    ['https://login.example.com/?realm=x', true],
    ['https://user@login.example.com', true],
    ['http://127.0.0.1:8080/realms/x', false],
    ['https://login.example.com/.well-known/openid-configuration', false],
  ])('refuses OIDC_ISSUER=%s: %s', (OIDC_ISSUER, isRefused) => {
    const expected = isRefused
      ? ['OIDC_ISSUER must be like https://login.example.com/realms/company']
      : [];
    expect(problemsOf({ ...real, ...oidc, OIDC_ISSUER })).toEqual(expected);
  });
});
