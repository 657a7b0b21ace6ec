// The settings in force, for administrators: each by name, with its value only where that is known to be harmless.
import type { SettingInForce } from '@wentwell/contract/admin-lists';
import { z } from 'zod';

import { secretNames, settings } from './settings.ts';

// A setting that is not named here is shown without its value: it may hold an address with a password, or become one.
const harmless: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'SMTP_CA',
  'SMTP_PLAIN',
  'MAIL_FROM',
  'PUBLIC_URL',
  'WEB_ORIGIN',
  'API_ORIGIN',
  'TRUST_PROXY',
  'METRICS_PORT',
  'METRICS_HOST',
  'KEEP_DELETED_DAYS',
  'KEEP_HISTORY_DAYS',
  'KEEP_AUDIT_DAYS',
  'KEEP_MAIL_DAYS',
  'LANDING',
  'LOG_LEVEL',
  'RATE_LIMITS',
  'RATE_LIMITS_EXEMPT',
  'SOCKETS_PER_ADDRESS',
  'REGISTRATION',
  'REGISTRATION_DOMAINS',
  'DATABASE_CA',
  'DATABASE_POOL',
  'REDIS_CA',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_NAME',
  'PASSWORD_LOGIN',
  'API_DOCS',
  'BACKUP_DIR',
  'BACKUP_EVERY_HOURS',
  'BACKUP_AT',
  'BACKUP_KEEP',
  'BACKUP_BEFORE_MIGRATION',
  'DEMO',
] satisfies (keyof typeof settings.shape)[]);

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

/** From an environment that was read without a problem; `effective` are those that depend on others. */
export function settingsInForce(
  env: Readonly<Record<string, string | undefined>>,
  effective: Readonly<Record<string, string | undefined>>,
): readonly SettingInForce[] {
  return Object.entries(settings.shape).map(([name, schema]) => {
    const given = env[name] || undefined;
    const isFile = env[`${name}_FILE`] !== undefined && env[`${name}_FILE`] !== '';
    const value = effective[name] ?? given ?? defaultOf(schema);
    return {
      name,
      description: schema.description ?? '',
      source: isFile ? 'file' : given === undefined ? 'default' : 'environment',
      value: value === null || !harmless.has(name) ? null : inWords(name, value),
      is_secret: secretNames.some((secret) => secret === name),
    };
  });
}

/** As it would be written; null where there is none, or where it depends on other settings. */
function defaultOf(schema: z.ZodType): string | null {
  const hasDefault = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  const data: unknown = hasDefault ? schema.def.defaultValue : null;
  return typeof data === 'string' || typeof data === 'number' ? String(data) : null;
}
