// The settings in force, for administrators: each by name, with its value only where that is known to be harmless.
import type { SettingInForce } from '@wentwell/contract/admin-lists';

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

/** From an environment that was read without a problem. */
export function settingsInForce(
  env: Readonly<Record<string, string | undefined>>,
): readonly SettingInForce[] {
  return Object.entries(settings.shape).map(([name, schema]) => {
    const given = env[name] || undefined;
    const isFile = env[`${name}_FILE`] !== undefined && env[`${name}_FILE`] !== '';
    return {
      name,
      description: schema.description ?? '',
      source: isFile ? 'file' : given === undefined ? 'default' : 'environment',
      value: harmless.has(name) ? (given ?? defaultOf(schema)) : null,
      is_secret: secretNames.some((secret) => secret === name),
    };
  });
}

/** As text; null where there is none, or where it depends on other settings. */
function defaultOf(schema: { safeParse(input: unknown): { success: boolean; data?: unknown } }) {
  const { data } = schema.safeParse(undefined);
  return typeof data === 'string' || typeof data === 'number' ? String(data) : null;
}
