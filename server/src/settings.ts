// Setting names, parsers and single-field validation.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

import { RegistrationMode } from '@wentwell/contract/accounts/sign-in';
import { answersMinDefault } from '@wentwell/contract/check-in/check-in';
import { liveLimits } from '@wentwell/contract/limits';
import { toAsciiDomain } from '@wentwell/contract/text/email';
import { z } from 'zod';

import { postgresPort } from '#server/platform/db/given-connection';
import { isLoopbackHost } from '#server/platform/http/loopback';
import { sentinelOf, splitHosts } from '#server/platform/several-hosts';

// Settings that may contain a password. NAME_FILE can read them from a file. Administrators never see their values.
export const secretNames = [
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'AI_KEY',
] as const;

const onOff = z.enum(['on', 'off'], 'must be on or off');
const port = wholeNumber(0, 65_535);
const positiveNumberText = 'must be a whole number above 0';

/** `deploy/env.example` documents them. */
export const settings = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('development')
    .describe('production for a site that others use'),
  PORT: port.default(3000).describe('the port of site, API and live channel'),
  HOST: z.string().default('127.0.0.1').describe('the address that it listens on'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('the folder of the embedded database; one process at a time'),
  DATABASE_URL: databaseUrl()
    .optional()
    .describe(
      'PostgreSQL 15 or newer, instead of the embedded one; over TLS with ?sslmode=verify-full; a primary and its standbys as HOST1:5432,HOST2:5432',
    ),
  DATABASE_CA: certificates()
    .optional()
    .describe('a file with the authority that has signed the certificate of PostgreSQL'),
  DATABASE_POOL: wholeNumber(2, 999)
    .default(10)
    .describe(
      'the connections to PostgreSQL that this node has at most, beside one that checks its health',
    ),
  REDIS_URL: redisUrl()
    .optional()
    .describe(
      'Redis 7 or Valkey 8, through which several nodes share boards and presence; rediss: is over TLS; redis+sentinel://HOST1:26379,HOST2:26379/MASTER asks Sentinels',
    ),
  REDIS_CA: certificates()
    .optional()
    .describe('a file with the authority that has signed the certificate of Redis'),
  SMTP_URL: smtpUrl()
    .optional()
    .describe('the mail server; over TLS in production (smtps:, or smtp: with STARTTLS)'),
  SMTP_CA: certificates()
    .optional()
    .describe('a file with the authority that has signed the certificate of the mail server'),
  SMTP_PLAIN: onOff
    .default('off')
    .describe('on: mail goes without TLS, to a relay on loopback or a private address alone'),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be a mail address, or Name <address>',
    )
    .optional()
    .describe('who sends its mail'),
  PUBLIC_URL: origin()
    .optional()
    .describe('where people reach the site; links in mails begin with it'),
  WEB_ORIGIN: origin()
    .optional()
    .describe('the origin of the site, where it is served from elsewhere'),
  API_ORIGIN: origin()
    .optional()
    .describe('the origin of the API, where the site served here calls another host'),
  TRUST_PROXY: addressRanges()
    .optional()
    .describe('the addresses of the proxies whose X-Forwarded-* headers count, or none'),
  METRICS_PORT: port
    .optional()
    .describe('offers metrics for Prometheus at /metrics of this port; unset, none are kept'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('the address of the metrics, which everybody who reaches it may read'),
  LANDING: onOff
    .default('on')
    .describe('off: visitors of / are sent to the login instead of the landing page'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info')
    .describe('fatal, error, warn, info, debug, trace or silent'),
  RATE_LIMITS: multiplier()
    .default(1)
    .describe('multiplies the HTTP limits; off lifts them, for load tests alone'),
  RATE_LIMITS_EXEMPT: addressRanges()
    .default([])
    .describe('addresses and ranges, such as those of an office, that the limits do not count'),
  SOCKETS_PER_ADDRESS: wholeNumber(1, 9_999_999, positiveNumberText)
    .default(liveLimits.socketsPerAddress)
    .describe('the open boards that one node takes from one IPv4 address or IPv6 /64'),
  REGISTRATION: z
    .enum(RegistrationMode.options, 'must be open, invite, domains or off')
    .optional()
    .describe('who may make an account: open, invite (the default in production), domains or off'),
  REGISTRATION_DOMAINS: domainNames()
    .optional()
    .describe('such as example.com, example.org; with REGISTRATION=domains'),
  ANSWERS_MIN: wholeNumber(3, 12)
    .default(answersMinDefault)
    .describe('the fewest answers of which scores and figures are shown, 3 to 12'),
  KEEP_DELETED_DAYS: days()
    .prefault('90')
    .describe('after which what was deleted goes for good; or forever'),
  KEEP_HISTORY_DAYS: days()
    .prefault('30')
    .describe('after which the single changes of an ended meeting go, not the meeting; or forever'),
  KEEP_AUDIT_DAYS: days()
    .prefault('730')
    .describe('after which entries of the audit log go; or forever'),
  KEEP_MAIL_DAYS: days().prefault('7').describe('after which emails that were sent go; or forever'),
  OIDC_ISSUER: issuer()
    .optional()
    .describe(
      'an identity provider that people sign in with, such as https://login.example.com/realms/company',
    ),
  OIDC_CLIENT_ID: z.string().optional().describe('the name that Wentwell has at that provider'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('what Wentwell proves itself there with'),
  OIDC_NAME: z
    .string()
    .trim()
    .max(40, 'must be at most 40 characters long')
    .optional()
    .describe('what the button calls the provider; its host unless given'),
  AI_URL: urlOf('http', 'https')
    .refine((text) => URL.parse(text)?.username === '', 'must name no user: the key is AI_KEY')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe(
      'an AI service with the protocol of OpenAI, such as http://localhost:11434/v1, for drafts of summaries in teams that switch it on',
    ),
  AI_MODEL: z.string().trim().optional().describe('the model that drafts'),
  AI_KEY: z.string().optional().describe('the key of that service, where it asks for one'),
  PASSWORD_LOGIN: onOff
    .default('on')
    .describe('off: people sign in with the identity provider alone'),
  API_DOCS: onOff
    .default('on')
    .describe(
      'off: the description of the API, at /api/docs and /api/v1/openapi.json, is not there',
    ),
  OFFLINE_PAGE: onOff
    .default('on')
    .describe('off: browsers drop the copy of the site that they show when it is away'),
  BACKUP_DIR: z
    .string()
    .optional()
    .describe('the folder of backups, which one node makes by itself; unset, it makes none'),
  BACKUP_EVERY_HOURS: wholeNumber(1, 99_999, positiveNumberText)
    .default(24)
    .describe('the hours from one to the next'),
  BACKUP_AT: timeOfDay()
    .prefault('02:00')
    .describe('the time of day, in UTC, from which the hours are counted'),
  BACKUP_KEEP: wholeNumber(1, 99_999, positiveNumberText)
    .default(14)
    .describe('how many of them stay'),
  BACKUP_BEFORE_MIGRATION: onOff
    .default('on')
    .describe('off makes no backup before the schema changes at a start'),
  DEMO: onOff.optional().describe('off starts a private start empty'),
});

export type Settings = z.infer<typeof settings>;

export const databaseSettings = settings.pick({
  DATABASE_URL: true,
  DATABASE_CA: true,
  DATA_DIR: true,
  BACKUP_DIR: true,
  BACKUP_KEEP: true,
  BACKUP_BEFORE_MIGRATION: true,
});

export const retentionSettings = settings
  .pick({
    ANSWERS_MIN: true,
    KEEP_DELETED_DAYS: true,
    KEEP_HISTORY_DAYS: true,
    KEEP_AUDIT_DAYS: true,
    KEEP_MAIL_DAYS: true,
  })
  .extend(databaseSettings.omit({ DATABASE_CA: true }).shape);

export const addressSettings = settings.pick({ PUBLIC_URL: true, PORT: true });

/** Messages never show the value, because the address may contain a password. */
function urlOf(...schemes: string[]) {
  return z.string().superRefine((text, { addIssue }) => {
    const problem = spellingProblem(text);
    if (problem !== null) addIssue(problem);
    else if (!schemes.includes(URL.parse(text)?.protocol.slice(0, -1) ?? '')) {
      addIssue(`must be an address that starts with ${schemes[0]}://`);
    }
  });
}

/** A PostgreSQL URL with one or more hosts. */
function databaseUrl() {
  return z.string().superRefine((text, { addIssue }) => {
    const problem = spellingProblem(text);
    if (problem !== null) addIssue(problem);
    else if (
      (splitHosts(text, postgresPort)?.url.protocol.match(/^postgres(ql)?:$/) ?? null) === null
    ) {
      addIssue('must be an address that starts with postgres://, its hosts separated by commas');
    }
  });
}

/** Detects a password without percent-encoding, which libraries would misread or reject while connecting. */
function spellingProblem(text: string): string | null {
  if (text.includes('#')) return 'has a #: in a password, write %23';
  try {
    // Use the result, or the bundler would remove the call and its exception.
    return decodeURIComponent(text).includes('\0') ? 'has a %00, which no address may hold' : null;
  } catch {
    return 'has a % that begins no character: write %25 for a percent sign';
  }
}

/** Allowed options. The library would accept any of its own from the address, and ignore all others. */
const redisOptions = new Set(['db', 'family']);
const sentinelOptions = new Set(['family', 'sentinel_username', 'sentinel_password']);

/** Returns the problem of the Redis address's path or options, or null. */
function redisProblem(address: string): string | null {
  const sentinel = sentinelOf(address);
  const url = sentinel?.url ?? URL.parse(address);
  if (url === null)
    return 'names several hosts: write redis+sentinel://HOST1:26379,HOST2:26379/MASTER';
  const { pathname, searchParams } = url;
  if (sentinel ? sentinel.name === '' : !/^\/?\d{0,5}$/.test(pathname)) {
    return sentinel
      ? 'has no name of the master in its path, as in redis+sentinel://HOST:26379/mymaster/0'
      : 'has a path that is no number: it is that of the database, as in redis://cache/0';
  }
  const options = sentinel ? sentinelOptions : redisOptions;
  if ([...searchParams.keys()].some((name) => !options.has(name))) {
    return `has an option that is not read: only ${[...options].join(', ')} are`;
  }
  const db = searchParams.get('db');
  if (db !== null && !/^\d{1,5}$/.test(db)) return 'has a db that is no number';
  if (db !== null && pathname.length > 1) return 'names the database twice: in its path and as db';
  if (!['0', '4', '6', null].includes(searchParams.get('family'))) {
    return 'has a family that is none of 4, 6 and 0 for both';
  }
  return null;
}

function redisUrl() {
  return z.string().superRefine((text, { addIssue }) => {
    const problem =
      spellingProblem(text) ??
      (/^rediss?(\+sentinel)?:\/\//.test(text)
        ? redisProblem(text)
        : 'must be an address that starts with redis://, rediss:// or redis+sentinel://');
    if (problem !== null) addIssue(problem);
  });
}

/** Rejects other options, because the mail library would let them disable TLS or redirect mail. */
function smtpUrl() {
  return urlOf('smtp', 'smtps').superRefine((text, { addIssue }) => {
    const url = URL.parse(text);
    if (url?.hostname === '') addIssue('must name the mail server');
    if ([...(url?.searchParams.keys() ?? [])].some((name) => name !== 'name')) {
      addIssue('has an option that is not read: only name is; TLS is up to SMTP_CA and SMTP_PLAIN');
    }
  });
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

/** A certificate file's path. Parses to the file's content. */
function certificates() {
  return z.string().transform((file, { addIssue }) => {
    try {
      const text = readFileSync(file, 'utf8');
      if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
      addIssue(`names ${file}, which holds no certificate`);
    } catch {
      addIssue(`names ${file}, which cannot be read`);
    }
    return z.NEVER;
  });
}

/** Plain HTTP is allowed only for localhost, because secrets are sent there. */
function issuer() {
  return z.string().refine((text) => {
    const url = URL.parse(text);
    if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  }, 'must be like https://login.example.com/realms/company');
}

/** Comma-separated mail domains. Normalized to lower case and ASCII. */
function domainNames() {
  return z
    .string()
    .transform((list) => list.split(',').map((part) => toAsciiDomain(part.trim()).toLowerCase()))
    .refine(
      (list) =>
        list.every((domain) => z.hostname().safeParse(domain).success && domain.includes('.')),
      'must be domains like example.com, separated by commas',
    );
}

/** Comma-separated addresses and ranges. */
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

/** Whole days, parsed to ms. Null: forever. */
function days() {
  return z
    .string()
    .refine(
      (text) => text === 'forever' || /^[1-9]\d{0,4}$/.test(text),
      'must be a whole number of days above 0, or forever',
    )
    .transform((text) => (text === 'forever' ? null : Number(text) * 24 * 3_600_000));
}

function wholeNumber(min: number, max: number, rule = `must be ${min} to ${max}`) {
  return z
    .string()
    .refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max, rule)
    .transform(Number);
}

/** A UTC time of day, parsed to ms after midnight. */
function timeOfDay() {
  return z
    .string()
    .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'must be like 02:30')
    .transform((text) => (Number(text.slice(0, 2)) * 60 + Number(text.slice(3))) * 60_000);
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
