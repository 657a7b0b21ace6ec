/** The kinds of settings: how each is read from the text of the environment, and what is wrong with it otherwise. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

import { toAsciiDomain } from '@wentwell/contract/email';
import { z } from 'zod';

import { postgresPort } from '#server/platform/db/given-connection';
import { isLoopbackHost } from '#server/platform/http/loopback';
import { sentinelOf } from '#server/platform/redis-address';
import { splitHosts } from '#server/platform/several-hosts';

/** The message never shows the value: an address holds a password. */
function urlOf(...schemes: string[]) {
  return z.string().superRefine((text, { addIssue }) => {
    const problem = spellingProblem(text);
    if (problem !== null) addIssue(problem);
    else if (!schemes.includes(URL.parse(text)?.protocol.slice(0, -1) ?? '')) {
      addIssue(`must be an address that starts with ${schemes[0]}://`);
    }
  });
}

/** PostgreSQL's, with one host or several. */
export function databaseUrl() {
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

/** A password that was pasted as it is: the libraries would read another one, or throw while they connect. */
function spellingProblem(text: string): string | null {
  if (text.includes('#')) return 'has a #: in a password, write %23';
  try {
    // The result is used, because the bundler drops a decoding that nobody reads, with all that it would throw.
    return decodeURIComponent(text).includes('\0') ? 'has a %00, which no address may hold' : null;
  } catch {
    return 'has a % that begins no character: write %25 for a percent sign';
  }
}

/** The options that are read. The library would take any of its own from the address, and pass over all others. */
const redisOptions = new Set(['db', 'family']);
const sentinelOptions = new Set(['family', 'sentinel_username', 'sentinel_password']);

/** Names the fault of the path or the options of the address of Redis; null: none. */
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

export function redisUrl() {
  return z.string().superRefine((text, { addIssue }) => {
    const problem =
      spellingProblem(text) ??
      (/^rediss?(\+sentinel)?:\/\//.test(text)
        ? redisProblem(text)
        : 'must be an address that starts with redis://, rediss:// or redis+sentinel://');
    if (problem !== null) addIssue(problem);
  });
}

/** The mail library would take any of its own options from the address, and thus switch TLS off or send elsewhere. */
export function smtpUrl() {
  return urlOf('smtp', 'smtps').superRefine((text, { addIssue }) => {
    const url = URL.parse(text);
    if (url?.hostname === '') addIssue('must name the mail server');
    if ([...(url?.searchParams.keys() ?? [])].some((name) => name !== 'name')) {
      addIssue('has an option that is not read: only name is; TLS is up to SMTP_CA and SMTP_PLAIN');
    }
  });
}

export function origin() {
  return z
    .string()
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    }, 'must be like https://retro.example.com, without a path')
    .transform((text) => URL.parse(text)?.origin ?? text);
}

/** The path of a file of certificates, read at once. */
export function certificates() {
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

/** Its secrets travel there, so plain HTTP is for a provider on this machine alone. */
export function issuer() {
  return z.string().refine((text) => {
    const url = URL.parse(text);
    if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
  }, 'must be like https://login.example.com/realms/company');
}

/** Domains of mail addresses, separated by commas; compared in lower case and ASCII. */
export function domainNames() {
  return z
    .string()
    .transform((list) => list.split(',').map((part) => toAsciiDomain(part.trim()).toLowerCase()))
    .refine(
      (list) =>
        list.every((domain) => z.hostname().safeParse(domain).success && domain.includes('.')),
      'must be domains like example.com, separated by commas',
    );
}

/** Addresses and ranges, separated by commas. */
export function addressRanges() {
  return z
    .string()
    .transform((list) => (list === 'none' ? [] : list.split(',').map((part) => part.trim())))
    .refine((list) => list.every(isAddressRange), 'must be addresses like 10.0.0.0/8, or none');
}

export function multiplier() {
  return z
    .string()
    .refine(
      (text) => text === 'on' || text === 'off' || isPositiveDecimal(text),
      'must be a number above 0 that multiplies them, or off',
    )
    .transform((text) => (text === 'on' ? 1 : text === 'off' ? 0 : Number(text)));
}

/** Whole days as milliseconds; null for ever. */
export function days() {
  return z
    .string()
    .refine(
      (text) => text === 'forever' || /^[1-9]\d{0,4}$/.test(text),
      'must be a whole number of days above 0, or forever',
    )
    .transform((text) => (text === 'forever' ? null : Number(text) * 24 * 3_600_000));
}

export function wholeNumber() {
  return z
    .string()
    .refine((text) => /^[1-9]\d{0,4}$/.test(text), 'must be a whole number above 0')
    .transform(Number);
}

/** A time of day as ms after midnight, in UTC. */
export function timeOfDay() {
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
