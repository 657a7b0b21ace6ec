// The settings: what each is called, how it is read from the environment, and what they require of each other.
import { liveLimits } from '@wentwell/contract/limits';
import { RegistrationMode } from '@wentwell/contract/sign-in';
import { z } from 'zod';

import { tlsProblem } from '#server/platform/db/given-connection';
import { isLoopbackHost, isLoopbackOrigin } from '#server/platform/http/loopback';

import {
  addressRanges,
  certificates,
  days,
  domainNames,
  issuer,
  multiplier,
  origin,
  timeOfDay,
  urlOf,
  wholeNumber,
} from './setting-fields.ts';

// What may hold a password may come from a file, as NAME_FILE.
export const secretNames = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET'] as const;

const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

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
  DATABASE_URL: urlOf('postgres', 'postgresql')
    .optional()
    .describe(
      'PostgreSQL 15 or newer, instead of the embedded one; over TLS with ?sslmode=verify-full',
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
  REDIS_URL: urlOf('redis', 'rediss')
    .optional()
    .describe(
      'Redis 7 or Valkey 8, through which several nodes share boards, presence and limits; rediss: is over TLS',
    ),
  REDIS_CA: certificates()
    .optional()
    .describe('a file with the authority that has signed the certificate of Redis'),
  SMTP_URL: urlOf('smtp', 'smtps')
    .optional()
    .describe('the mail server; over TLS in production (smtps:, or smtp: with STARTTLS)'),
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

// zod skips a rule once a field has failed, unless told not to: every problem is wanted.
const always = { when: () => true };

/** Those of the database, where the others are not looked at. */
export const checkedDatabaseSettings = withTls(databaseSettings);

export const checkedSettings = withTls(settings)
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
    (set) => set.REDIS_CA === undefined || set.REDIS_URL?.startsWith('rediss:') === true,
    rule('REDIS_CA', 'has an effect with a REDIS_URL that starts with rediss:// only'),
  )
  .refine(
    (set) => !set.METRICS_PORT || set.METRICS_PORT !== set.PORT,
    rule('METRICS_PORT', 'is that of PORT: metrics have a port of their own'),
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
  )
  .superRefine((set, { addIssue }) => {
    const given = oidcNames.filter((name) => set[name] !== undefined);
    if (given.length === 0) return;
    const others = `${given.join(' and ')} ${given.length > 1 ? 'need' : 'needs'} it`;
    for (const name of oidcNames) {
      if (set[name] === undefined) addIssue({ ...custom(name), message: `is missing: ${others}` });
    }
  }, always)
  .refine(
    (set) => set.OIDC_NAME === undefined || set.OIDC_ISSUER !== undefined,
    rule('OIDC_NAME', 'has an effect with OIDC_ISSUER only'),
  )
  .refine(
    (set) => set.PASSWORD_LOGIN !== 'off' || set.OIDC_ISSUER !== undefined,
    rule('PASSWORD_LOGIN', 'can be off only with OIDC_ISSUER: nobody could sign in otherwise'),
  );

export function isProduction(set: Settings): boolean {
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

export function isPrivate(set: Settings): boolean {
  return publicSettings(set).length === 0;
}

export function isLocalSmtp(url: string | undefined): boolean {
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

type TlsSettings = Pick<Settings, 'DATABASE_URL' | 'DATABASE_CA'>;

function withTls<S extends z.ZodType<TlsSettings>>(schema: S): S {
  return schema.superRefine(({ DATABASE_URL, DATABASE_CA }, { addIssue }) => {
    if (DATABASE_URL !== undefined) {
      const message = tlsProblem(DATABASE_URL, DATABASE_CA);
      if (message !== null) addIssue({ ...custom('DATABASE_URL'), message });
    } else if (DATABASE_CA !== undefined) {
      addIssue({ ...custom('DATABASE_CA'), message: 'has an effect with DATABASE_URL only' });
    }
  }, always);
}

function rule(name: keyof Settings, error: string) {
  return { path: [name], error, ...always };
}

function custom(name: keyof Settings) {
  return { code: 'custom' as const, path: [name] };
}
