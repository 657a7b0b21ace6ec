import type { z } from 'zod';

import { addressProblem } from '#server/platform/db/given-connection';
import { isLoopbackHost, isLoopbackOrigin, isPrivateAddress } from '#server/platform/http/loopback';

import { databaseSettings, type Settings, settings } from './settings.ts';

const oidcNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

// By default, zod skips refinements after a field error. We report all problems.
const always = { when: () => true };

type Report = (name: keyof Settings, message: string) => void;
type Rule<S> = (set: S, report: Report) => void;

function toRefinement<S>(rule: Rule<S>) {
  return (set: S, { addIssue }: z.core.$RefinementCtx<S>): void =>
    rule(set, (name, message) => addIssue({ code: 'custom', path: [name], message }));
}

/** For readers that ignore all other settings. */
export const checkedDatabaseSettings = databaseSettings.superRefine(
  toRefinement(checkDatabase),
  always,
);

export const checkedSettings = settings.superRefine(
  toRefinement((set, report) => {
    checkDatabase(set, report);
    checkPrivacy(set, report);
    checkMail(set, report);
    checkAddresses(set, report);
    checkSignIn(set, report);
  }),
  always,
);

function checkDatabase(
  { DATABASE_URL, DATABASE_CA }: Pick<Settings, 'DATABASE_URL' | 'DATABASE_CA'>,
  report: Report,
): void {
  if (DATABASE_URL !== undefined) {
    const problem = addressProblem(DATABASE_URL, DATABASE_CA);
    if (problem !== null) report('DATABASE_URL', problem);
  } else if (DATABASE_CA !== undefined) {
    report('DATABASE_CA', 'has an effect with DATABASE_URL only');
  }
}

function checkPrivacy(set: Settings, report: Report): void {
  const reasons = publicSettings(set);
  if (reasons.length === 0) return;
  const why = `on a private start, and ${reasons.join(', ')} ${reasons.length > 1 ? 'say' : 'says'} that this is none`;
  if (set.DEMO === 'on') report('DEMO', `can be on only ${why}`);
  if (set.SMTP_URL === undefined) report('SMTP_URL', `is missing: mail stays here only ${why}`);
}

function checkMail(set: Settings, report: Report): void {
  const { SMTP_URL, SMTP_PLAIN, SMTP_CA, MAIL_FROM } = set;
  if (MAIL_FROM === undefined && (SMTP_URL !== undefined || isProduction(set))) {
    report('MAIL_FROM', 'is missing: emails need a sender');
  }
  if (SMTP_PLAIN !== 'off' && !isPlainRelay(SMTP_URL)) {
    report(
      'SMTP_PLAIN',
      'can be on only for a relay on loopback or a private address, as in smtp://10.0.0.5:25',
    );
  }
  if (SMTP_CA !== undefined && (SMTP_URL === undefined || SMTP_PLAIN !== 'off')) {
    report('SMTP_CA', 'has an effect with SMTP_URL and without SMTP_PLAIN only');
  }
}

function checkAddresses(set: Settings, report: Report): void {
  if (set.REDIS_CA !== undefined && !set.REDIS_URL?.startsWith('rediss')) {
    report('REDIS_CA', 'has an effect with a REDIS_URL that starts with rediss:// only');
  }
  if (set.METRICS_PORT && set.METRICS_PORT === set.PORT) {
    report('METRICS_PORT', 'is that of PORT: metrics have a port of their own');
  }
  if (!isProduction(set)) return;
  if (set.TRUST_PROXY === undefined) {
    report(
      'TRUST_PROXY',
      'is missing: in production, name the addresses of the proxies in front, or none',
    );
  }
  if (set.PUBLIC_URL === undefined) {
    report('PUBLIC_URL', 'is missing: in production the site must know its own address');
  }
  for (const name of ['PUBLIC_URL', 'WEB_ORIGIN', 'API_ORIGIN'] as const) {
    if (set[name]?.startsWith('http:')) report(name, 'must be https in production');
  }
}

function checkSignIn(set: Settings, report: Report): void {
  if (set.REGISTRATION === 'domains' && set.REGISTRATION_DOMAINS === undefined) {
    report('REGISTRATION_DOMAINS', 'is missing: REGISTRATION=domains needs at least one');
  }
  if (set.REGISTRATION !== 'domains' && set.REGISTRATION_DOMAINS !== undefined) {
    report('REGISTRATION_DOMAINS', 'has an effect with REGISTRATION=domains only');
  }
  const given = oidcNames.filter((name) => set[name] !== undefined);
  const others = `${given.join(' and ')} ${given.length > 1 ? 'need' : 'needs'} it`;
  for (const name of given.length > 0 ? oidcNames : []) {
    if (set[name] === undefined) report(name, `is missing: ${others}`);
  }
  checkAi(set, report);
  if (set.OIDC_ISSUER !== undefined) return;
  if (set.OIDC_NAME !== undefined) report('OIDC_NAME', 'has an effect with OIDC_ISSUER only');
  if (set.PASSWORD_LOGIN === 'off') {
    report('PASSWORD_LOGIN', 'can be off only with OIDC_ISSUER: nobody could sign in otherwise');
  }
}

function checkAi({ AI_URL, AI_MODEL, AI_KEY }: Settings, report: Report): void {
  if (AI_URL !== undefined && AI_MODEL === undefined) {
    report('AI_MODEL', 'is missing: AI_URL needs it');
  }
  if (AI_URL !== undefined) return;
  if (AI_MODEL !== undefined) report('AI_MODEL', 'has an effect with AI_URL only');
  if (AI_KEY !== undefined) report('AI_KEY', 'has an effect with AI_URL only');
}

export function isProduction(set: Settings): boolean {
  return set.NODE_ENV === 'production';
}

/** The settings that make a start public. A loopback HOST alone is no proof, because a proxy may be in front. */
function publicSettings(set: Settings): string[] {
  const isPublicBy = {
    NODE_ENV: isProduction(set),
    HOST: !isLoopbackHost(set.HOST),
    PUBLIC_URL: set.PUBLIC_URL !== undefined && !isLoopbackOrigin(set.PUBLIC_URL),
    WEB_ORIGIN: set.WEB_ORIGIN !== undefined && !isLoopbackOrigin(set.WEB_ORIGIN),
    // TRUST_PROXY=none means no proxy.
    TRUST_PROXY: (set.TRUST_PROXY?.length ?? 0) > 0,
    DATABASE_URL: set.DATABASE_URL !== undefined,
    REDIS_URL: set.REDIS_URL !== undefined,
    SMTP_URL: set.SMTP_URL !== undefined,
  };
  return Object.entries(isPublicBy).flatMap(([name, isPublic]) => (isPublic ? [name] : []));
}

export function isPrivate(set: Settings): boolean {
  return publicSettings(set).length === 0;
}

export function isLocalSmtp(url: string | undefined): boolean {
  return isLoopbackHost(URL.parse(url ?? '')?.hostname ?? '');
}

/** False for host names other than localhost, which may resolve to any address. */
function isPlainRelay(url: string | undefined): boolean {
  const { protocol = '', hostname = '' } = URL.parse(url ?? '') ?? {};
  return protocol === 'smtp:' && (isLoopbackHost(hostname) || isPrivateAddress(hostname));
}
