// The settings: what each is called, and how it is read from the environment.
import { liveLimits } from '@wentwell/contract/limits';
import { RegistrationMode } from '@wentwell/contract/sign-in';
import { z } from 'zod';

import {
  addressRanges,
  certificates,
  databaseUrl,
  days,
  domainNames,
  issuer,
  multiplier,
  origin,
  redisUrl,
  smtpUrl,
  timeOfDay,
  wholeNumber,
} from './setting-fields.ts';

// Settings that may hold a password may come from a file, as NAME_FILE.
export const secretNames = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET'] as const;

const onOff = z.enum(['on', 'off'], 'must be on or off');
const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'must be 0 to 65535')
  .transform(Number);

/** Their descriptions stand in `deploy/env.example`. */
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
  DATABASE_POOL: z
    .string()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 2, 'must be 2 to 999')
    .transform(Number)
    .default(10)
    .describe(
      'the connections to PostgreSQL that this node has at most, beside one that checks its health',
    ),
  REDIS_URL: redisUrl()
    .optional()
    .describe(
      'Redis 7 or Valkey 8, through which several nodes share boards, presence and limits; rediss: is over TLS; redis+sentinel://HOST1:26379,HOST2:26379/MASTER asks Sentinels',
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
  SOCKETS_PER_ADDRESS: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number above 0')
    .transform(Number)
    .default(liveLimits.socketsPerAddress)
    .describe('the open boards that one node takes from one IPv4 address or IPv6 /64'),
  REGISTRATION: z
    .enum(RegistrationMode.options, 'must be open, invite, domains or off')
    .optional()
    .describe('who may make an account: open, invite (the default in production), domains or off'),
  REGISTRATION_DOMAINS: domainNames()
    .optional()
    .describe('such as example.com, example.org; with REGISTRATION=domains'),
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
  BACKUP_EVERY_HOURS: wholeNumber().prefault('24').describe('the hours from one to the next'),
  BACKUP_AT: timeOfDay()
    .prefault('02:00')
    .describe('the time of day, in UTC, from which the hours are counted'),
  BACKUP_KEEP: wholeNumber().prefault('14').describe('how many of them stay'),
  BACKUP_BEFORE_MIGRATION: onOff
    .default('on')
    .describe('off makes no backup before the schema changes at a start'),
  DEMO: onOff.optional().describe('off starts a private start empty'),
});

export type Settings = z.infer<typeof settings>;

const databaseFields = {
  DATABASE_URL: true,
  DATABASE_CA: true,
  DATA_DIR: true,
  BACKUP_DIR: true,
  BACKUP_KEEP: true,
  BACKUP_BEFORE_MIGRATION: true,
} as const;
export const databaseSettings = settings.pick(databaseFields);

export const addressSettings = settings.pick({ PUBLIC_URL: true, PORT: true });
