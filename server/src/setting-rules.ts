// Rules between settings.
import type { z } from 'zod';

import { addressProblem } from '#server/platform/db/given-connection';
import { isLoopbackHost, isLoopbackOrigin, isPrivateAddress } from '#server/platform/http/loopback';

import { databaseSettings, type Settings, settings } from './settings.ts';

const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

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
    (set) => set.REDIS_CA === undefined || set.REDIS_URL?.startsWith('rediss') === true,
    rule('REDIS_CA', 'has an effect with a REDIS_URL that starts with rediss:// only'),
  )
  .refine(
    (set) => !set.METRICS_PORT || set.METRICS_PORT !== set.PORT,
    rule('METRICS_PORT', 'is that of PORT: metrics have a port of their own'),
  )
  .refine(
    (set) => set.SMTP_PLAIN === 'off' || isPlainRelay(set.SMTP_URL),
    rule(
      'SMTP_PLAIN',
      'can be on only for a relay on loopback or a private address, as in smtp://10.0.0.5:25',
    ),
  )
  .refine(
    (set) => set.SMTP_CA === undefined || (set.SMTP_URL !== undefined && set.SMTP_PLAIN === 'off'),
    rule('SMTP_CA', 'has an effect with SMTP_URL and without SMTP_PLAIN only'),
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
  return isLoopbackHost(URL.parse(url ?? '')?.hostname ?? '');
}

/** False for a name other than localhost: it may lead anywhere. */
function isPlainRelay(url: string | undefined): boolean {
  const { protocol = '', hostname = '' } = URL.parse(url ?? '') ?? {};
  return protocol === 'smtp:' && (isLoopbackHost(hostname) || isPrivateAddress(hostname));
}

type TlsSettings = Pick<Settings, 'DATABASE_URL' | 'DATABASE_CA'>;

function withTls<S extends z.ZodType<TlsSettings>>(schema: S): S {
  return schema.superRefine(({ DATABASE_URL, DATABASE_CA }, { addIssue }) => {
    if (DATABASE_URL !== undefined) {
      const message = addressProblem(DATABASE_URL, DATABASE_CA);
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
