/** The settings: environment in, one typed and frozen value out, every mistake named at once. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { SettingInForce } from '@wentwell/contract/admin-lists';
import type { RegistrationRule } from '@wentwell/contract/sign-in';
import type { z } from 'zod';

import type { DatabaseConnection } from '#server/platform/db/database';
import { givenConnection } from '#server/platform/db/given-connection';
import { loopbackSiblings } from '#server/platform/http/loopback';
import type { RedisAddress } from '#server/platform/redis';

import { settingsInForce } from './setting-list.ts';
import { misspelledNames } from './setting-names.ts';
import {
  checkedDatabaseSettings,
  checkedSettings,
  isLocalSmtp,
  isPrivate,
  isProduction,
} from './setting-rules.ts';
import {
  addressSettings,
  databaseSettings,
  secretNames,
  type Settings,
  settings,
} from './settings.ts';

/** Everything wrong with the settings, one problem a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** An identity provider, by OpenID Connect. */
export interface OidcConfig {
  /** The address below which its description is found. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its name for people. */
  name: string;
  /** The address to which it sends people back; registered at the provider. */
  redirectUri: string;
}

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** A start for the people of this machine alone: docs/settings.md "A private start". */
  isPrivate: boolean;
  dataDir: string;
  /** undefined: the embedded one in dataDir. */
  database: DatabaseConnection | undefined;
  /** Connections of this node's pool. */
  databasePool: number;
  redis: RedisAddress | undefined;
  /** undefined: the development mailbox. */
  smtpUrl: string | undefined;
  /** Mail leaves this machine over TLS alone. */
  smtpRequiresTls: boolean;
  /** Mail goes to a relay nearby without TLS, even if it offers it. */
  smtpPlain: boolean;
  /** The authority of its certificate; undefined: those of this machine. */
  smtpCa: string | undefined;
  mailFrom: string;
  /** Origins, without a slash at the end. */
  publicUrl: string;
  webOrigin: string;
  /** The origins at which browsers reach this server: publicUrl, on a private start under all names of this machine. */
  ownOrigins: readonly string[];
  /** The origins from which pages may call the API and open sockets. */
  allowedOrigins: readonly string[];
  /** Origin of the API that the site served here calls; null: here. */
  apiOrigin: string | null;
  /** Addresses whose X-Forwarded-* count; empty: nobody's. */
  trustProxy: readonly string[];
  /** undefined: no metrics. */
  metricsPort: number | undefined;
  metricsHost: string;
  logLevel: Settings['LOG_LEVEL'];
  /** The addresses that may make an account. */
  registration: RegistrationRule;
  /** The identity provider that people may sign in with; null: none. */
  oidc: OidcConfig | null;
  /** Whether people sign in by passwords. */
  passwordLogin: boolean;
  /** Whether the description of the API is there. */
  apiDocs: boolean;
  /** Whether visitors see the landing page. */
  landing: boolean;
  /** Whether browsers keep the site for when it is away. */
  offlinePage: boolean;
  /** Multiplies the HTTP limits; 0 lifts them. */
  rateLimits: number;
  /** Addresses and ranges that the limits per address do not count. */
  rateLimitsExempt: readonly string[];
  /** Open sockets that this node takes from one IPv4 address or IPv6 /64. */
  socketsPerAddress: number;
  /** How long what is not needed any more is kept, in ms; null: for ever. */
  keep: {
    deleted: number | null;
    history: number | null;
    audit: number | null;
    sentMail: number | null;
  };
  backups: BackupConfig;
  /** Scheduled backups in `backups.folder`: every so many ms, counted from this time of day. */
  backupSchedule: { everyMs: number; fromMs: number };
  demo: boolean;
  devMailbox: boolean;
  /** Every setting as administrators see it. */
  inForce: readonly SettingInForce[];
}

export interface BackupConfig {
  /** undefined: none are made by themselves. */
  folder: string | undefined;
  /** Folder of the backup before a migration; undefined: none is made. */
  beforeMigration: string | undefined;
  keep: number;
}

/** deploy/env.example holds this in place of a value of the operator's. */
const placeholder = 'CHANGE-ME';
const exampleProblem = `still holds ${placeholder} from env.example: fill in your own value`;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings, the process's own unless given others, or throws a ConfigError that names every problem. */
export function readConfig(env: Environment = process.env): Config {
  const set = readSettings(checkedSettings, settings.shape, env);
  const config = toConfig(set);
  return Object.freeze({ ...config, inForce: settingsInForce(env, effectiveValues(config)) });
}

/** Settings whose value depends on others, as they hold. */
function effectiveValues(config: Omit<Config, 'inForce'>): Partial<Record<keyof Settings, string>> {
  const { registration, oidc, trustProxy, rateLimitsExempt, backups } = config;
  return {
    DATA_DIR: config.dataDir,
    MAIL_FROM: config.mailFrom,
    PUBLIC_URL: config.publicUrl,
    WEB_ORIGIN: config.webOrigin,
    API_ORIGIN: config.apiOrigin ?? config.publicUrl,
    TRUST_PROXY: trustProxy.join(', ') || 'none',
    RATE_LIMITS_EXEMPT: rateLimitsExempt.join(', ') || 'none',
    REGISTRATION: registration.mode,
    DEMO: config.demo ? 'on' : 'off',
    ...(oidc && { OIDC_NAME: oidc.name }),
    ...(backups.folder !== undefined && { BACKUP_DIR: backups.folder }),
  };
}

/** The place of the data: all that a command needs to know, wherever it runs. */
export type DatabaseConfig = Pick<Config, 'database' | 'dataDir' | 'backups'>;

/** Reads the settings of the database alone, and looks at no other, or throws like readConfig. */
export function readDatabaseConfig(env: Environment = process.env): DatabaseConfig {
  const set = readSettings(checkedDatabaseSettings, databaseSettings.shape, env);
  return {
    database: databaseOf(set),
    dataDir: path.resolve(set.DATA_DIR),
    backups: backupsOf(set),
  };
}

/** Reads what links begin with, and looks at no other setting, or throws like readConfig. */
export function readPublicUrl(env: Environment = process.env): string {
  return publicUrlOf(readSettings(addressSettings, addressSettings.shape, env));
}

function backupsOf(set: z.infer<typeof databaseSettings>): BackupConfig {
  const folder = set.BACKUP_DIR === undefined ? undefined : path.resolve(set.BACKUP_DIR);
  const besideData =
    set.DATABASE_URL === undefined ? path.resolve(set.DATA_DIR, 'backups') : undefined;
  const isOn = set.BACKUP_BEFORE_MIGRATION === 'on';
  return Object.freeze({
    folder,
    beforeMigration: isOn ? (folder ?? besideData) : undefined,
    keep: set.BACKUP_KEEP,
  });
}

function databaseOf({
  DATABASE_URL: address,
  DATABASE_CA: ca,
}: Pick<Settings, 'DATABASE_URL' | 'DATABASE_CA'>): DatabaseConnection | undefined {
  return address === undefined ? undefined : givenConnection(address, ca);
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
  const all: Environment = { ...given, ...readSecretFiles(secrets, given, problems) };
  const parsed = schema.safeParse(all);
  for (const name of names) {
    if (all[name]?.includes(placeholder)) problems.push(`${name} ${exampleProblem}`);
  }
  for (const issue of parsed.error?.issues ?? []) {
    problems.push(`${issue.path.join('.')} ${issue.message}`);
  }
  const known = namesIn(settings.shape);
  const foreign = Object.keys(env).filter((name) => !known.includes(name));
  problems.push(...misspelledNames(foreign, names));
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return parsed.data;
}

function toConfig(set: Settings): Omit<Config, 'inForce'> {
  const isPrivateStart = isPrivate(set);
  const publicUrl = publicUrlOf(set);
  const webOrigin = set.WEB_ORIGIN ?? publicUrl;
  const namesOf = (origin: string) => (isPrivateStart ? loopbackSiblings(origin) : [origin]);
  const ownOrigins = namesOf(publicUrl);
  return {
    production: isProduction(set),
    port: set.PORT,
    host: set.HOST,
    isPrivate: isPrivateStart,
    dataDir: path.resolve(set.DATA_DIR),
    database: databaseOf(set),
    databasePool: set.DATABASE_POOL,
    redis: set.REDIS_URL === undefined ? undefined : { url: set.REDIS_URL, ca: set.REDIS_CA },
    smtpUrl: set.SMTP_URL,
    smtpRequiresTls: isProduction(set) && set.SMTP_PLAIN === 'off' && !isLocalSmtp(set.SMTP_URL),
    smtpPlain: set.SMTP_PLAIN === 'on',
    smtpCa: set.SMTP_CA,
    mailFrom: set.MAIL_FROM ?? 'Wentwell <wentwell@localhost>',
    publicUrl,
    webOrigin,
    ownOrigins: Object.freeze(ownOrigins),
    allowedOrigins: Object.freeze([...new Set([...ownOrigins, ...namesOf(webOrigin)])]),
    apiOrigin: set.API_ORIGIN ?? null,
    trustProxy: Object.freeze(set.TRUST_PROXY ?? []),
    metricsPort: set.METRICS_PORT,
    metricsHost: set.METRICS_HOST,
    logLevel: set.LOG_LEVEL,
    registration: Object.freeze({
      mode: set.REGISTRATION ?? (isProduction(set) ? 'invite' : 'open'),
      domains: Object.freeze(set.REGISTRATION_DOMAINS ?? []),
    }),
    oidc: oidcOf(set, publicUrl),
    passwordLogin: set.PASSWORD_LOGIN === 'on',
    apiDocs: set.API_DOCS === 'on',
    landing: set.LANDING === 'on',
    offlinePage: set.OFFLINE_PAGE === 'on',
    rateLimits: set.RATE_LIMITS,
    rateLimitsExempt: Object.freeze(set.RATE_LIMITS_EXEMPT),
    socketsPerAddress: set.SOCKETS_PER_ADDRESS,
    keep: Object.freeze({
      deleted: set.KEEP_DELETED_DAYS,
      history: set.KEEP_HISTORY_DAYS,
      audit: set.KEEP_AUDIT_DAYS,
      sentMail: set.KEEP_MAIL_DAYS,
    }),
    backups: backupsOf(set),
    backupSchedule: Object.freeze({
      everyMs: set.BACKUP_EVERY_HOURS * 3_600_000,
      fromMs: set.BACKUP_AT,
    }),
    demo: isPrivateStart && set.DEMO !== 'off',
    devMailbox: isPrivateStart,
  };
}

function oidcOf(set: Settings, publicUrl: string): OidcConfig | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = set;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  return Object.freeze({
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: OIDC_NAME ?? new URL(OIDC_ISSUER).host,
    redirectUri: `${publicUrl}/login/callback`,
  });
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
