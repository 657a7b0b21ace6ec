// Every field of every schema gets a text of a quarter of a request's limit, in shapes that slow down careless patterns.
// Parsing costs at most a small multiple of plain text of that length. Fields reject non-text; bodies reject server-only
// fields.
import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  ChangePasswordForm,
  RegisterForm,
  ResetPasswordForm,
} from '@wentwell/contract/accounts/auth';
import { limits } from '@wentwell/contract/limits';
import { ClientFrame } from '@wentwell/contract/live/live';
import { sitePath } from '@wentwell/contract/text/site-path';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { fileApp } from '#test/build-test-app';

const length = limits.bodyBytes / 4;
const plain = 'Plain text of words. '.repeat(length).slice(0, length);

function repeated(unit: string): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

// NFKC turns U+2057 into four characters, and U+FDFA into eighteen.
const units = {
  'one letter': 'a',
  'one capital': 'A',
  digits: '1',
  spaces: ' ',
  tabs: '\t',
  'line breaks': '\n',
  dots: '.',
  dashes: '-',
  slashes: '/',
  quotes: '"',
  commas: ',',
  'quoted tags': '"a", ',
  'at signs': '@',
  'percent signs': '%',
  brackets: '(',
  'closing brackets': ')',
  'combining marks': '\u0301',
  'quadruple primes': '\u2057',
  ligatures: '\ufdfa',
  emoji: '👩‍👩‍👧',
  alternations: 'a1',
  'letters and marks': 'a.',
  links: 'https://a.b/) ',
  'an encoded slash': '%2f',
};
const worst: [string, string][] = Object.entries(units).flatMap(([name, unit]) => [
  [name, repeated(unit)],
  [`${name} before a letter`, `${repeated(unit)}é`],
  [`${name} after a letter`, `P${repeated(unit)}\u0001`],
  [`${name} as an address`, `a@${repeated(unit)}`],
  [`${name} before an at sign`, `${repeated(unit)}@b.c`],
  [`${name} as a path`, `/${repeated(unit)}\\`],
  [`${name} as a time`, `2026-03-14T09:00:00.${repeated(unit)}`],
]);

interface Place {
  name: string;
  read(text: string): unknown;
}

/** The inner schema of `.optional()`, `.default()`, `.pipe()` and others. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  ) {
    return unwrapped(schema.unwrap());
  }
  return schema;
}

function sampleOf(schema: z.core.$ZodType): Record<string, unknown> {
  const examples = schema instanceof z.ZodType ? schema.meta()?.['examples'] : undefined;
  const sample: unknown = Array.isArray(examples) ? examples[0] : undefined;
  return typeof sample === 'object' && sample !== null ? { ...sample } : {};
}

type Fill = (text: string) => unknown;

/** Every way to put a text into a value of the schema: one field at a time, and all. */
function fillings(schema: z.core.$ZodType): { name: string; fill: Fill }[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion || inner instanceof z.ZodDiscriminatedUnion) {
    return inner.options.flatMap(fillings);
  }
  if (inner instanceof z.ZodArray) {
    return fillings(inner.element).map(({ name, fill }) => ({
      name: `[]${name}`,
      fill: (text) => [fill(text)],
    }));
  }
  if (!(inner instanceof z.ZodObject)) return [{ name: '', fill: (text) => text }];
  const fields = Object.entries<z.core.$ZodType>(inner.shape);
  const sample = sampleOf(schema);
  for (const [name, field] of fields) {
    const kind = unwrapped(field);
    if (kind instanceof z.ZodLiteral) sample[name] = kind.value;
  }
  const each = fields.flatMap(([name, field]) =>
    fillings(field).map((place) => ({
      name: `.${name}${place.name}`,
      fill: (text: string) => ({ ...sample, [name]: place.fill(text) }),
    })),
  );
  const all = (text: string) => Object.fromEntries(fields.map(([name]) => [name, text]));
  return [...each, { name: '.*', fill: all }];
}

function placesOf(name: string, schema: z.ZodType): Place[] {
  return fillings(schema).map(({ name: field, fill }) => ({
    name: `${name}${field}`,
    read: (text) => schema.safeParse(fill(text)),
  }));
}

const app = await fileApp();

function places(): Place[] {
  const parts = ['body', 'querystring', 'params', 'headers'] as const;
  const ofRoutes = app.routes.flatMap(({ method, path, schema }) =>
    parts.flatMap((part) => {
      const found = schema?.[part];
      return found instanceof z.ZodType ? placesOf(`${method} ${path} ${part}`, found) : [];
    }),
  );
  return [
    ...ofRoutes,
    ...placesOf('live frame', ClientFrame),
    ...placesOf('registration form', RegisterForm),
    ...placesOf('password form', ChangePasswordForm),
    ...placesOf('reset form', ResetPasswordForm),
    { name: 'redirect', read: sitePath },
  ];
}

/** CPU time in microseconds, so that other processes do not count. */
function cost(act: () => unknown): number {
  const start = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

// Quadratic work on this length takes a large part of a second.
const tokenBucket = 30_000;
const factor = 30;

it('no field of any schema costs more than in proportion to its length', async () => {
  const found = places();
  expect(found.length).toBeGreaterThan(100);
  const slow: string[] = [];
  for (const { name, read } of found) {
    // Lets idle connections close at their time: a later request would take one that the server has given up.
    await nextTurn();
    const bound = factor * cost(() => read(plain)) + tokenBucket;
    for (const [kind, text] of worst) {
      let spent = cost(() => read(text));
      // A second attempt distinguishes slow work from garbage collection.
      if (spent > bound)
        spent = Math.min(
          spent,
          cost(() => read(text)),
        );
      if (spent > bound) slow.push(`${name}: ${kind} cost ${Math.round(spent / 1000)} ms`);
      // One finding suffices, and each may take minutes.
      if (slow.length > 0) break;
    }
  }
  expect(slow).toEqual([]);
}, 240_000);

/** Compared or hashed, and never stored as sent. */
const unstored =
  /\.(token|(current_)?password|secret|proof|query|redirect|digest|question|origin|\*)$/;

it('every field of text has a maximum, and refuses what is no text', () => {
  const wrong = { long: plain, NUL: 'a\u0000bcdefgh1A@b.cd', surrogate: 'a\ud800bcdefgh1A@b.cd' };
  const accepting = places()
    .filter(({ name }) => !unstored.test(name))
    .flatMap(({ name, read }) =>
      Object.entries(wrong)
        .filter(([, text]) => Object(read(text)).success === true)
        .map(([kind]) => `${name}: ${kind}`),
    );
  expect(accepting).toEqual([]);
});

/** Fields that only the server sets. */
const intruders = {
  id: crypto.randomUUID(),
  user_id: crypto.randomUUID(),
  author_id: crypto.randomUUID(),
  created_by: crypto.randomUUID(),
  owner_id: crypto.randomUUID(),
  team_id: crypto.randomUUID(),
  meeting_id: crypto.randomUUID(),
  meetingId: crypto.randomUUID(),
  email: 'other@example.com',
  role: 'admin',
  my_role: 'admin',
  is_superuser: true,
  is_verified: true,
  is_active: false,
  isActive: false,
  password_hash: 'x',
  passwordHash: 'x',
  hidden: true,
  position: 1,
  phase: 'voting',
  version: 77,
  seq: 9,
  created_at: '2020-01-01T00:00:00.000Z',
  joined_at: '2020-01-01T00:00:00.000Z',
  deleted_at: '2020-01-01T00:00:00.000Z',
};

it('no body sets what only the server sets, except these', () => {
  const taken = app.routes.flatMap(({ method, path, schema }) => {
    const { body } = schema ?? {};
    if (!(body instanceof z.ZodType)) return [];
    const sample = sampleOf(body);
    const { data, success } = body.safeParse({ ...intruders, ...sample });
    if (!success) return [`${method} ${path} refuses its example`];
    return Object.keys(Object(data))
      .filter((name) => name in intruders && !(name in sample))
      .map((name) => `${method} ${path}: ${name}`);
  });
  expect(taken.toSorted()).toEqual([
    'PATCH /api/v1/users/:id: is_active',
    'POST /api/v1/meetings/:meetingId/actions: id',
    'POST /api/v1/meetings/:meetingId/groups: id',
    'POST /api/v1/meetings/:meetingId/topics/:topicId/comments: id',
    'POST /api/v1/teams/:teamId/actions: id',
    'PUT /api/v1/meetings/:meetingId/check-in/turn: user_id',
    'PUT /api/v1/meetings/:meetingId/hand: user_id',
    'PUT /api/v1/meetings/:meetingId/notes/:noteId: position',
    'PUT /api/v1/meetings/:meetingId/ready: phase',
    'PUT /api/v1/meetings/:meetingId: team_id',
  ]);
});

it('every list refuses odd pages', () => {
  const odd = {
    skip: ['-1', '1.5', '1e400', 'x', ['0', '1']],
    limit: ['0', '-1', '1.5', 'x', '1001', ['1', '2']],
  };
  const accepting = app.routes.flatMap(({ path, schema }) => {
    const { querystring } = schema ?? {};
    if (!(querystring instanceof z.ZodObject)) return [];
    return Object.entries(odd).flatMap(([name, values]) => {
      const field: unknown = querystring.shape[name];
      if (!(field instanceof z.ZodType)) return [];
      return values
        .filter((value) => field.safeParse(value).success)
        .map((value) => `${path} ${name} ${String(value)}`);
    });
  });
  expect(accepting).toEqual([]);
});

it('a long password is refused by its length before its characters are read', async () => {
  for (const path of ['reset-password', 'register']) {
    const body = {
      token: 'x',
      email: 'a@example.com',
      password: repeated('\u2057').slice(0, 20_000),
    };
    const answer = await app.request('POST', `/api/v1/auth/${path}`, { body });
    expect(answer.status).toBe(422);
    expect(answer.problem?.errors).toHaveLength(1);
    expect(answer.problem?.detail).toBe('Password must be at most 128 characters long.');
  }
});
