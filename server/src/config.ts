/** The settings: environment in, one typed and frozen value out, every mistake named at once. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { RegistrationMode, type RegistrationRule } from '@wentwell/contract/auth';
import { liveLimits } from '@wentwell/contract/limits';
import { z } from 'zod';

import { isLoopbackHost, isLoopbackOrigin, loopbackSiblings } from '#server/platform/http/loopback';

import { addressRanges, domainNames, multiplier, origin, urlOf } from './setting-fields.ts';
import { misspelledNames } from './setting-names.ts';

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
  /** A start for the people of this machine alone: README "A private start". */
  isPrivate: boolean;
  dataDir: string;
  /** PostgreSQL; undefined: the embedded one in dataDir. */
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** undefined: the development mailbox. */
  smtpUrl: string | undefined;
  /** Mail leaves this machine over TLS alone. */
  smtpRequiresTls: boolean;
  mailFrom: string;
  /** Origins, without a slash at the end. */
  publicUrl: string;
  webOrigin: string;
  /** The origins at which browsers reach this server: publicUrl, on a private start under all names of this machine. */
  ownOrigins: readonly string[];
  /** The origins from which pages may call the API and open sockets. */
  allowedOrigins: readonly string[];
  /** Where the API is that the site served here calls; null: here. */
  apiOrigin: string | null;
  /** Addresses whose X-Forwarded-* count; empty: nobody's. */
  trustProxy: readonly string[];
  metricsPort: number | undefined;
  logLevel: Settings['LOG_LEVEL'];
  /** Who may make an account. */
  registration: RegistrationRule;
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
  TRUST_PROXY: addressRanges().optional(),
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
  REGISTRATION: z.enum(RegistrationMode.options, 'must be open, invite, domains or off').optional(),
  REGISTRATION_DOMAINS: domainNames().optional(),
  DEMO: onOff.optional(),
});

type Settings = z.infer<typeof settings>;

const databaseSettings = settings.pick({ DATABASE_URL: true, DATA_DIR: true });

// zod skips a rule once a field has failed, unless told not to: every problem is wanted.
const always = { when: () => true };

const checkedSettings = settings
  .superRefine((set, { addIssue }) => {
    const reasons = publicSettings(set);
    if (reasons.length === 0) return;
    const why = `on a private start, and ${reasons.join(', ')} ${reasons.length > 1 ? 'say' : 'says'} that this is none`;
    if (set.DEMO === 'on') addIssue({ ...custom('DEMO'), message: `can be on only ${why}` });
    if (set.SMTP_URL === undefined) {
      addIssue({ ...custom('SMTP_URL'), message: `is missing: mail stays here only ${why}` });
    }
  }, always)
  .refine(
    (set) => !isProduction(set) || set.TRUST_PROXY !== undefined,
    rule(
      'TRUST_PROXY',
      'is missing: in production, name the addresses of the proxies in front, or none',
    ),
  )
  .refine(
    (set) => set.MAIL_FROM !== undefined || (set.SMTP_URL === undefined && !isProduction(set)),
    rule('MAIL_FROM', 'is missing: emails need a sender'),
  )
  .refine(
    (set) => !isProduction(set) || isLocalSmtp(set.SMTP_URL) || !turnsTlsOff(set.SMTP_URL),
    rule('SMTP_URL', 'turns TLS off, which in production only a loopback mail server allows'),
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
  )
  .refine(
    (set) => set.REGISTRATION !== 'domains' || set.REGISTRATION_DOMAINS !== undefined,
    rule('REGISTRATION_DOMAINS', 'is missing: REGISTRATION=domains needs at least one'),
  )
  .refine(
    (set) => set.REGISTRATION === 'domains' || set.REGISTRATION_DOMAINS === undefined,
    rule('REGISTRATION_DOMAINS', 'has an effect with REGISTRATION=domains only'),
  );

/** Reads the settings, the process's own unless given others, or throws a ConfigError that names every problem. */
export function readConfig(env: Environment = process.env): Config {
  return toConfig(readSettings(checkedSettings, settings.shape, env));
}

/** Where the data is: all that a command needs to know, wherever it runs. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Reads the settings of the database alone, and looks at no other, or throws like readConfig. */
export function readDatabaseConfig(env: Environment = process.env): DatabaseConfig {
  const set = readSettings(databaseSettings, databaseSettings.shape, env);
  return { databaseUrl: set.DATABASE_URL, dataDir: path.resolve(set.DATA_DIR) };
}

const addressSettings = settings.pick({ PUBLIC_URL: true, PORT: true });

/** Reads what links begin with, and looks at no other setting, or throws like readConfig. */
export function readPublicUrl(env: Environment = process.env): string {
  return publicUrlOf(readSettings(addressSettings, addressSettings.shape, env));
}

function publicUrlOf({ PUBLIC_URL, PORT }: Pick<Settings, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

function readSettings<T>(schema: z.ZodType<T>, shape: object, env: Environment): T {
  const problems: string[] = [];
  // A compose file passes a setting left open as an empty string.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const names = namesIn(shape);
  const secrets = secretNames.filter((name) => names.includes(name));
  const parsed = schema.safeParse({ ...given, ...readSecretFiles(secrets, given, problems) });
  for (const issue of parsed.error?.issues ?? []) {
    problems.push(`${issue.path.join('.')} ${issue.message}`);
  }
  const known = namesIn(settings.shape);
  const foreign = Object.keys(env).filter((name) => !known.includes(name));
  problems.push(...misspelledNames(foreign, names));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

function toConfig(set: Settings): Config {
  const isPrivateStart = isPrivate(set);
  const publicUrl = publicUrlOf(set);
  const webOrigin = set.WEB_ORIGIN ?? publicUrl;
  const namesOf = (origin: string) => (isPrivateStart ? loopbackSiblings(origin) : [origin]);
  const ownOrigins = namesOf(publicUrl);
  return Object.freeze({
    production: isProduction(set),
    port: set.PORT,
    host: set.HOST,
    isPrivate: isPrivateStart,
    dataDir: path.resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    redisUrl: set.REDIS_URL,
    smtpUrl: set.SMTP_URL,
    smtpRequiresTls: isProduction(set) && !isLocalSmtp(set.SMTP_URL),
    mailFrom: set.MAIL_FROM ?? 'Wentwell <wentwell@localhost>',
    publicUrl,
    webOrigin,
    ownOrigins: Object.freeze(ownOrigins),
    allowedOrigins: Object.freeze([...new Set([...ownOrigins, ...namesOf(webOrigin)])]),
    apiOrigin: set.API_ORIGIN ?? null,
    trustProxy: Object.freeze(set.TRUST_PROXY ?? []),
    metricsPort: set.METRICS_PORT,
    logLevel: set.LOG_LEVEL,
    registration: Object.freeze({
      mode: set.REGISTRATION ?? (isProduction(set) ? 'invite' : 'open'),
      domains: Object.freeze(set.REGISTRATION_DOMAINS ?? []),
    }),
    rateLimits: set.RATE_LIMITS,
    rateLimitsExempt: Object.freeze(set.RATE_LIMITS_EXEMPT),
    socketsPerAddress: set.SOCKETS_PER_ADDRESS,
    demo: isPrivateStart && set.DEMO !== 'off',
    devMailbox: isPrivateStart,
  });
}

function isProduction(set: Settings): boolean {
  return set.NODE_ENV === 'production';
}

/**
 * The settings that say that others than the people of this machine reach this start. A loopback HOST alone proves
 * nothing: a reverse proxy on the same machine stands in front of exactly that.
 */
function publicSettings(set: Settings): string[] {
  const speaks = {
    NODE_ENV: isProduction(set),
    HOST: !isLoopbackHost(set.HOST),
    PUBLIC_URL: set.PUBLIC_URL !== undefined && !isLoopbackOrigin(set.PUBLIC_URL),
    WEB_ORIGIN: set.WEB_ORIGIN !== undefined && !isLoopbackOrigin(set.WEB_ORIGIN),
    // TRUST_PROXY=none states that there is no proxy.
    TRUST_PROXY: (set.TRUST_PROXY?.length ?? 0) > 0,
    DATABASE_URL: set.DATABASE_URL !== undefined,
    REDIS_URL: set.REDIS_URL !== undefined,
    SMTP_URL: set.SMTP_URL !== undefined,
  };
  return Object.entries(speaks).flatMap(([name, isPublic]) => (isPublic ? [name] : []));
}

function isPrivate(set: Settings): boolean {
  return publicSettings(set).length === 0;
}

function isLocalSmtp(url: string | undefined): boolean {
  const parsed = URL.parse(url ?? '');
  return isLoopbackHost(parsed?.hostname ?? '') && !parsed?.searchParams.has('host');
}

/** Options of the mail library in the address, which would win over ours. */
function turnsTlsOff(url: string | undefined): boolean {
  const names = URL.parse(url ?? '')?.searchParams.keys() ?? [];
  return [...names].some((name) =>
    /^(secure|ignoreTLS|requireTLS|opportunisticTLS|host)$/i.test(name),
  );
}

function rule(name: keyof Settings, error: string) {
  return { path: [name], error, ...always };
}

function custom(name: keyof Settings) {
  return { code: 'custom' as const, path: [name] };
}

/** The settings of a schema, with the `_FILE` names of those that are secrets. */
function namesIn(shape: object): string[] {
  const names = Object.keys(shape);
  return [...names, ...secretNames.flatMap((name) => (name in shape ? [`${name}_FILE`] : []))];
}

function readSecretFiles(
  names: readonly string[],
  env: Environment,
  problems: string[],
): Environment {
  const secrets: Record<string, string> = {};
  for (const name of names) {
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
