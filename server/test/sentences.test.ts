// The sentence for every refused field of every schema.
import { ClientFrame } from '@wentwell/contract/live/live';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { fileApp } from '#test/build-test-app';
import { buildUser } from '#test/factories';

const app = await fileApp();

const wrong: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'nonsense',
  'x'.repeat(5000),
  '\u0000',
  0,
  -1,
  1.5,
  1e9,
  2 ** 53,
  Number.NaN,
  true,
  [],
  ['a'],
  {},
  { id: 1 },
];
const raw =
  /\b(expected|received|invalid|unrecognized|NaN|undefined|ZodError)\b|too (big|small)|\b1 entries|whole number\.|>=|<=|\[object/i;
const sentence = /^\S.* .*\S$/s;

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

type Put = (value: unknown) => unknown;

/** Every way to put a value into one field of the schema, at any depth, or in place of the whole. */
function places(schema: z.core.$ZodType): Put[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) return [(value) => value, ...inner.options.flatMap(places)];
  if (!(inner instanceof z.ZodObject)) return [(value) => value];
  const fields = Object.entries<z.core.$ZodType>(inner.shape);
  const deeper = fields.flatMap(([name, field]) =>
    places(field).map((put): Put => (value) => ({ [name]: put(value) })),
  );
  return [(value) => value, ...deeper];
}

function messagesOf(schema: z.ZodType): string[] {
  return places(schema).flatMap((put) =>
    wrong
      .flatMap((value) => schema.safeParse(put(value)).error?.issues ?? [])
      .map(({ message }) => message),
  );
}

it('every refused field of every route gets a sentence, never the schema library’s words', () => {
  const parts = ['body', 'querystring', 'params', 'headers'] as const;
  const schemas = app.routes.flatMap(({ schema }) =>
    parts.flatMap((part) => {
      const found = schema?.[part];
      return found instanceof z.ZodType ? [found] : [];
    }),
  );
  const messages = new Set([...schemas, ClientFrame].flatMap(messagesOf));
  expect(messages.size).toBeGreaterThan(50);
  expect([...messages].filter((text) => raw.test(text) || !sentence.test(text))).toEqual([]);
});

it.each([
  ['GET', '/api/v1/meetings?limit=1001', 'limit must be a whole number from 1 to 1000.'],
  ['GET', '/api/v1/meetings?limit=0x10', 'limit must be a whole number from 1 to 1000.'],
  ['GET', '/api/v1/users/?limit=101', 'limit must be a whole number from 1 to 100.'],
  ['GET', '/api/v1/meetings?skip=-1', 'skip must be a whole number from 0 to 1000000000.'],
  ['POST', '/api/v1/teams', 'name is required.'],
])('%s %s: %s', async (method, path, detail) => {
  const as = await buildUser(app);
  const answer = await app.request(method, path, { as, ...(method === 'POST' && { body: {} }) });
  expect(answer.problem).toMatchObject({ status: 422, detail });
});

const meeting = '/api/v1/meetings/01980000-0000-7000-8000-000000000000';

it.each([
  [`${meeting}/discussion`, { order: 'x'.repeat(5000) }, ['order must be a list.']],
  [`${meeting}/mood`, { score: 1e20 }, ['score must be a whole number from 1 to 5.']],
  [
    `${meeting}/notes/01980000-0000-7000-8000-000000000001`,
    { position: -1 },
    ['position must be a whole number, 0 or more.'],
  ],
])('says once what is wrong: %s %j', async (path, body, sentences) => {
  const as = await buildUser(app);
  const { problem } = await app.put(as, path, body);
  expect(problem?.errors?.map(({ msg }) => msg)).toEqual(sentences);
});

// A text without a visible character is refused as an empty one, in every field of every call.
const invisible = Object.values({
  'zero-width spaces': '\u200b\u200b\u200b',
  joiners: '\u200d\u2060\ufeff',
  'marks of direction': '\u200e\u202e',
  'soft hyphens and grapheme joiners': '\u00ad\u034f',
  'Hangul fillers': '\u3164\u115f\u1160\uffa0',
  'braille blanks': '\u2800\u2800',
  'a stand-in for an object': '\ufffc',
  'variation selectors': '\ufe0f\ufe0f',
  'tag characters': '\u{e0020}\u{e0061}',
  'the null notehead': '\u{1d159}',
  'blanks of hieroglyphs': '\u{13441}\u{13442}',
  'combining marks': '\u0301\u0308',
  'marks that enclose': '\u20dd\u20e3',
  'vowel signs without a letter': '\u093f\u0e34\u05b8\u064e',
  'braille blanks beside spaces': ' \u2800\u2800 ',
});
// Passwords may have any character. Places in lists, secrets and names of questions are compared as they are.
const asTheyAre =
  /(password|token|secret|proof|digest)\S*$|: (after|code|origin|query|question|state)$/;

type Field = [place: string, schema: z.core.$ZodType];

/** The schemas of single values in a schema of objects and lists. */
function fieldsOf(schema: z.core.$ZodType, place: string): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) =>
      fieldsOf(field, `${place} ${name}`),
    );
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, place);
  if (schema instanceof z.ZodUnion) {
    const inner = schema.options.flatMap((option) => fieldsOf(option, place));
    return inner.every(([each]) => each === place) ? [[place, schema]] : inner;
  }
  const within =
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
      ? schema.unwrap()
      : schema instanceof z.ZodPipe
        ? schema.in
        : undefined;
  if (within === undefined) return [[place, schema]];
  const inner = fieldsOf(within, place);
  // The outermost schema of a single value has its sentences.
  return inner.length === 1 && inner[0]?.[0] === place ? [[place, schema]] : inner;
}

function sentenceFor(schema: z.core.$ZodType, text: string): unknown {
  const { success, data, error } = z.safeParse(schema, text);
  return success ? data : error.issues.map(({ message }) => message);
}

it('a text without a visible character is an empty text', () => {
  const fields = app.routes.flatMap(({ method, path, schema }) =>
    [schema?.body, schema?.querystring].flatMap((part) =>
      part instanceof z.ZodType ? fieldsOf(part, `${method} ${path}:`) : [],
    ),
  );
  const texts = fields.filter(([place]) => !asTheyAre.test(place));
  expect(texts.length).toBeGreaterThan(100);
  for (const [place, schema] of texts) {
    const found = invisible.map((text) => sentenceFor(schema, text));
    expect.soft(found, place).toEqual(invisible.map(() => sentenceFor(schema, '')));
  }
});
