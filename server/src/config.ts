/** The settings: environment in, one typed and frozen value out, every mistake named at once. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';

import { liveLimits } from '@wentwell/contract/limits';
import { z } from 'zod';

/** Everything wrong with the settings, one problem a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** Only this machine can reach the site. */
  isLoopback: boolean;
  dataDir: string;
  /** PostgreSQL; undefined: the embedded one in dataDir. */
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** undefined: the development mailbox. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Origins, without a slash at the end. */
  publicUrl: string;
  webOrigin: string;
  /** Where the API is that the site served here calls; null: here. */
  apiOrigin: string | null;
  /** Addresses whose X-Forwarded-* count; empty: nobody's. */
  trustProxy: readonly string[];
  metricsPort: number | undefined;
  logLevel: Settings['LOG_LEVEL'];
  /** What the HTTP limits are multiplied by; 0 lifts them. */
  rateLimits: number;
  /** Addresses and ranges that the limits per address do not count. */
  rateLimitsExempt: readonly string[];
  /** Open sockets that this node takes from one IPv4 address or IPv6 /64. */
  socketsPerAddress: number;
  demo: boolean;
  devMailbox: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

// What may hold a password may come from a file, as NAME_FILE.
const secretNames = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'] as const;

const onOff = z.enum(['on', 'off'], 'must be on or off');
const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be 0 to 65535')
  .transform(Number);

const settings = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('development'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  REDIS_URL: urlOf('redis', 'rediss').optional(),
  SMTP_URL: urlOf('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be a mail address, or Name <address>',
    )
    .optional(),
  PUBLIC_URL: origin().optional(),
  WEB_ORIGIN: origin().optional(),
  API_ORIGIN: origin().optional(),
  TRUST_PROXY: addressRanges().default([]),
  METRICS_PORT: port.optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  RATE_LIMITS: multiplier().default(1),
  RATE_LIMITS_EXEMPT: addressRanges().default([]),
  SOCKETS_PER_ADDRESS: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number above 0')
    .transform(Number)
    .default(liveLimits.socketsPerAddress),
  DEMO: onOff.optional(),
});

type Settings = z.infer<typeof settings>;

const checkedSettings = settings
  .refine(
    (set) => set.DEMO !== 'on' || isPrivate(set),
    rule('DEMO', 'can be on only with a loopback HOST and without NODE_ENV=production'),
  )
  .refine(
    (set) => set.SMTP_URL !== undefined || isPrivate(set),
    rule(
      'SMTP_URL',
      'is missing: the development mailbox needs a loopback HOST and no NODE_ENV=production',
    ),
  )
  .refine(
    (set) => set.SMTP_URL === undefined || set.MAIL_FROM !== undefined,
    rule('MAIL_FROM', 'is missing: with SMTP_URL, letters need a sender'),
  )
  .refine(
    (set) => !isProduction(set) || set.PUBLIC_URL !== undefined,
    rule('PUBLIC_URL', 'is missing: in production the site must know its own address'),
  )
  .refine(
    (set) => !isProduction(set) || !set.PUBLIC_URL?.startsWith('http:'),
    rule('PUBLIC_URL', 'must be https in production'),
  )
  .refine(
    (set) => !isProduction(set) || !set.WEB_ORIGIN?.startsWith('http:'),
    rule('WEB_ORIGIN', 'must be https in production'),
  )
  .refine(
    (set) => !isProduction(set) || !set.API_ORIGIN?.startsWith('http:'),
    rule('API_ORIGIN', 'must be https in production'),
  );

/** Reads the settings, the process's own unless given others, or throws a ConfigError that names every problem. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  // A compose file passes a setting left open as an empty string.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = checkedSettings.safeParse({ ...given, ...readSecretFiles(given, problems) });
  for (const issue of parsed.error?.issues ?? []) {
    problems.push(`${issue.path.join('.')} ${issue.message}`);
  }
  problems.push(...misspelt(Object.keys(env)));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

function toConfig(set: Settings): Config {
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`;
  return Object.freeze({
    production: isProduction(set),
    port: set.PORT,
    host: set.HOST,
    isLoopback: isLoopbackHost(set.HOST),
    dataDir: path.resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    redisUrl: set.REDIS_URL,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? 'Wentwell <wentwell@localhost>',
    publicUrl,
    webOrigin: set.WEB_ORIGIN ?? publicUrl,
    apiOrigin: set.API_ORIGIN ?? null,
    trustProxy: Object.freeze(set.TRUST_PROXY),
    metricsPort: set.METRICS_PORT,
    logLevel: set.LOG_LEVEL,
    rateLimits: set.RATE_LIMITS,
    rateLimitsExempt: Object.freeze(set.RATE_LIMITS_EXEMPT),
    socketsPerAddress: set.SOCKETS_PER_ADDRESS,
    demo: isPrivate(set) && set.DEMO !== 'off',
    devMailbox: isPrivate(set) && set.SMTP_URL === undefined,
  });
}

function isProduction(set: Settings): boolean {
  return set.NODE_ENV === 'production';
}

/** Where nobody but the people of this machine gets in: here the demo and the mailbox exist. */
function isPrivate(set: Settings): boolean {
  return !isProduction(set) && isLoopbackHost(set.HOST);
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** zod skips such a rule once a field has failed, unless told not to: every problem is wanted. */
function rule(name: keyof Settings, error: string) {
  return { path: [name], error, when: () => true };
}

function readSecretFiles(env: Environment, problems: string[]): Environment {
  const secrets: Record<string, string> = {};
  for (const name of secretNames) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set: choose one`);
    try {
      secrets[name] = readFileSync(file, 'utf8').trim();
    } catch {
      problems.push(`${name}_FILE names ${file}, which cannot be read`);
    }
  }
  return secrets;
}

/** The message never shows the value: an address holds a password. */
function urlOf(...schemes: string[]) {
  return z
    .string()
    .refine(
      (text) => schemes.includes(URL.parse(text)?.protocol.slice(0, -1) ?? ''),
      `must be an address that starts with ${schemes[0]}://`,
    );
}

function origin() {
  return z
    .string()
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    }, 'must be like https://retro.example.com, without a path')
    .transform((text) => URL.parse(text)?.origin ?? text);
}

/** Addresses and ranges, separated by commas. */
function addressRanges() {
  return z
    .string()
    .transform((list) => (list === 'none' ? [] : list.split(',').map((part) => part.trim())))
    .refine((list) => list.every(isAddressRange), 'must be addresses like 10.0.0.0/8, or none');
}

function multiplier() {
  return z
    .string()
    .refine(
      (text) => text === 'on' || text === 'off' || isPositiveDecimal(text),
      'must be a number above 0 that multiplies them, or off',
    )
    .transform((text) => (text === 'on' ? 1 : text === 'off' ? 0 : Number(text)));
}

function isPositiveDecimal(text: string): boolean {
  return /^\d{1,4}(\.\d{1,4})?$/.test(text) && Number(text) > 0;
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** Names a slip of the finger away from a setting; all other names are somebody else's. */
function misspelt(names: readonly string[]): string[] {
  const known = [...Object.keys(settings.shape), ...secretNames.map((name) => `${name}_FILE`)];
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    // HOME is two letters from HOST, and everybody has it.
    const near = known.find((each) => editDistance(name, each) <= (each.length > 5 ? 2 : 1));
    return near === undefined ? [] : [`${name} is not a setting; did you mean ${near}?`];
  });
}

/** How many letters to insert, drop, change or swap with a neighbour; far names are just 3 apart. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : changed;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped));
    }
  }
  return at(a.length, b.length);
}
