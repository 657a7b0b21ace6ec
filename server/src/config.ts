/** Parses the environment into one typed, frozen config. Reports all problems together. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { SettingInForce } from '@wentwell/contract/admin/admin-lists';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';

import type { DatabaseConnection } from '#server/platform/db/database';
import { givenConnection } from '#server/platform/db/given-connection';
import { loopbackSiblings } from '#server/platform/http/loopback';

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
  retentionSettings,
  secretNames,
  type Settings,
  settings,
} from './settings.ts';

/** The message lists all problems, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export type Config = Readonly<ReturnType<typeof toConfig>> & {
  inForce: readonly SettingInForce[];
};

export type OidcConfig = NonNullable<ReturnType<typeof oidcOf>>;

/** deploy/env.example contains this for values that the operator must set. */
const placeholder = 'CHANGE-ME';
const exampleProblem = `still holds ${placeholder} from env.example: fill in your own value`;

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a ConfigError that lists all problems. */
export function readConfig(env: Environment = process.env): Config {
  const set = readSettings(checkedSettings, settings.shape, env);
  const config = toConfig(set);
  return Object.freeze({ ...config, inForce: settingsInForce(env, effectiveValues(config)) });
}

/** Effective values of settings that depend on others. */
function effectiveValues(
  config: ReturnType<typeof toConfig>,
): Partial<Record<keyof Settings, string>> {
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

/** The part that commands need. */
export type DatabaseConfig = Pick<Config, 'database' | 'dataDir' | 'backups'>;

export function readDatabaseConfig(env: Environment = process.env): DatabaseConfig {
  const set = readSettings(checkedDatabaseSettings, databaseSettings.shape, env);
  return {
    database: databaseOf(set),
    dataDir: path.resolve(set.DATA_DIR),
    backups: backupsOf(set),
  };
}

/** Reads only the retention and privacy settings. Ignores problems of others. */
export function readRetention(env: Environment = process.env) {
  return retentionOf(readSettings(retentionSettings, retentionSettings.shape, env));
}

function retentionOf(set: z.infer<typeof retentionSettings>) {
  return {
    answersMin: set.ANSWERS_MIN,
    keep: Object.freeze({
      deleted: set.KEEP_DELETED_DAYS,
      history: set.KEEP_HISTORY_DAYS,
      audit: set.KEEP_AUDIT_DAYS,
      sentMail: set.KEEP_MAIL_DAYS,
    }),
    backups: backupsOf(set),
  };
}

/** Reads only the prefix of links. Ignores problems of other settings. Throws like `readConfig`. */
export function readPublicUrl(env: Environment = process.env): string {
  return publicUrlOf(readSettings(addressSettings, addressSettings.shape, env));
}

function backupsOf(set: z.infer<typeof databaseSettings>) {
  const folder = set.BACKUP_DIR === undefined ? undefined : path.resolve(set.BACKUP_DIR);
  const besideData =
    set.DATABASE_URL === undefined ? path.resolve(set.DATA_DIR, 'backups') : undefined;
  const isOn = set.BACKUP_BEFORE_MIGRATION === 'on';
  return Object.freeze({
    /** Undefined: no scheduled backups. */
    folder,
    /** Folder for backups before migrations. Undefined: no such backups. */
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
  // Compose files pass unset settings as empty strings.
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

function toConfig(set: Settings) {
  const isPrivateStart = isPrivate(set);
  const publicUrl = publicUrlOf(set);
  const webOrigin = set.WEB_ORIGIN ?? publicUrl;
  const namesOf = (origin: string) => (isPrivateStart ? loopbackSiblings(origin) : [origin]);
  const ownOrigins = namesOf(publicUrl);
  return {
    production: isProduction(set),
    port: set.PORT,
    host: set.HOST,
    /** Reachable only from this machine: docs/settings.md "A private start". */
    isPrivate: isPrivateStart,
    dataDir: path.resolve(set.DATA_DIR),
    /** Undefined: the embedded database in `dataDir`. */
    database: databaseOf(set),
    databasePool: set.DATABASE_POOL,
    redis: set.REDIS_URL === undefined ? undefined : { url: set.REDIS_URL, ca: set.REDIS_CA },
    /** Undefined: the development mailbox. */
    smtpUrl: set.SMTP_URL,
    /** Mail leaves this machine only over TLS. */
    smtpRequiresTls: isProduction(set) && set.SMTP_PLAIN === 'off' && !isLocalSmtp(set.SMTP_URL),
    smtpPlain: set.SMTP_PLAIN === 'on',
    smtpCa: set.SMTP_CA,
    mailFrom: set.MAIL_FROM ?? 'Wentwell <wentwell@localhost>',
    publicUrl,
    webOrigin,
    /** Origins of this server in browsers: `publicUrl`, on a private start under all names of this machine. */
    ownOrigins: Object.freeze(ownOrigins),
    /** Origins whose pages may call the API and open sockets. */
    allowedOrigins: Object.freeze([...new Set([...ownOrigins, ...namesOf(webOrigin)])]),
    /** Origin of the API for the site served here. Null: this server. */
    apiOrigin: set.API_ORIGIN ?? null,
    trustProxy: Object.freeze(set.TRUST_PROXY ?? []),
    metricsPort: set.METRICS_PORT,
    metricsHost: set.METRICS_HOST,
    logLevel: set.LOG_LEVEL,
    registration: Object.freeze({
      mode: set.REGISTRATION ?? (isProduction(set) ? 'invite' : 'open'),
      domains: Object.freeze(set.REGISTRATION_DOMAINS ?? []),
    }),
    /** Null: none. */
    oidc: oidcOf(set, publicUrl),
    passwordLogin: set.PASSWORD_LOGIN === 'on',
    apiDocs: set.API_DOCS === 'on',
    landing: set.LANDING === 'on',
    offlinePage: set.OFFLINE_PAGE === 'on',
    rateLimits: set.RATE_LIMITS,
    rateLimitsExempt: Object.freeze(set.RATE_LIMITS_EXEMPT),
    socketsPerAddress: set.SOCKETS_PER_ADDRESS,
    /** Null: none. */
    ai:
      set.AI_URL === undefined || set.AI_MODEL === undefined
        ? null
        : Object.freeze({ url: set.AI_URL, model: set.AI_MODEL, key: set.AI_KEY }),
    /** Retention periods in ms. Null: forever. */
    ...retentionOf(set),
    /** Scheduled backups run every `everyMs` ms, counted from `fromMs` after midnight UTC. */
    backupSchedule: Object.freeze({
      everyMs: set.BACKUP_EVERY_HOURS * 3_600_000,
      fromMs: set.BACKUP_AT,
    }),
    demo: isPrivateStart && set.DEMO !== 'off',
    devMailbox: isPrivateStart,
  };
}

function oidcOf(set: Settings, publicUrl: string) {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = set;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null;
  return Object.freeze({
    /** Base URL of its discovery document. */
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: OIDC_NAME ?? new URL(OIDC_ISSUER).host,
    /** Must be registered at the provider. */
    redirectUri: `${publicUrl}/login/callback`,
  });
}

/** The setting names of a schema, with the `_FILE` names of secrets. */
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

const units: Partial<Record<string, string>> = {
  KEEP_DELETED_DAYS: 'days',
  KEEP_HISTORY_DAYS: 'days',
  KEEP_AUDIT_DAYS: 'days',
  KEEP_MAIL_DAYS: 'days',
  BACKUP_EVERY_HOURS: 'hours',
  BACKUP_AT: 'UTC',
};

function inWords(name: string, value: string): string {
  const unit = /^\d/.test(value) ? units[name] : undefined;
  if (unit === undefined) return value;
  return `${value} ${value === '1' ? unit.replace(/s$/, '') : unit}`;
}

/** The settings as shown to administrators. Expects a valid environment. `effective`: values that depend on others. */
function settingsInForce(
  env: Readonly<Record<string, string | undefined>>,
  effective: Readonly<Record<string, string | undefined>>,
): readonly SettingInForce[] {
  const secrets: readonly string[] = secretNames;
  return Object.entries(settings.shape).map(([name, schema]) => {
    const isSecret = secrets.includes(name);
    const given = env[name] || undefined;
    const isFile = env[`${name}_FILE`] !== undefined && env[`${name}_FILE`] !== '';
    const value = effective[name] ?? given ?? defaultOf(schema);
    return {
      name,
      description: schema.description ?? '',
      source: isFile ? 'file' : given === undefined ? 'default' : 'environment',
      value: value === null || isSecret ? null : inWords(name, value),
      is_secret: isSecret,
    };
  });
}

/** The default as text. Null if there is none, or it depends on other settings. */
function defaultOf(schema: z.ZodType): string | null {
  const hasDefault = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  const data: unknown = hasDefault ? schema.def.defaultValue : null;
  return typeof data === 'string' || typeof data === 'number' ? String(data) : null;
}

/** A misspelled setting would silently keep its default, for example the embedded database. */
function misspelledNames(names: readonly string[], known: readonly string[]): string[] {
  const settings = known.map((setting) => ({ setting, letters: sorted(setting) }));
  return names.flatMap((name) => {
    const letters = sorted(name);
    const near = settings.find((each) => isNear({ setting: name, letters }, each))?.setting;
    return near === undefined ? [] : [`${name} is not a setting; did you mean ${near}?`];
  });
}

interface SpelledName {
  setting: string;
  /** The letters of the name, sorted. */
  letters: string;
}

/** Whether the name may be a typo: few letters differ, or the same letters are in another order. */
function isNear(name: SpelledName, { setting, letters }: SpelledName): boolean {
  // HOME, which every environment has, is two letters from HOST.
  const isMistyped = distance(name.setting, setting) <= (setting.length > 5 ? 2 : 1);
  return isMistyped || name.letters === letters;
}

function sorted(name: string): string {
  return [...name].toSorted().join('');
}
