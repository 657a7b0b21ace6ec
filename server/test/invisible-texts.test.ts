// A text without a visible character is refused as an empty one, in every field of every call.
import { expect, it } from 'vitest';
import { z } from 'zod';

import { fileApp } from '#test/build-test-app';

const app = await fileApp();

const invisible = ['\u200b\u2060', '\u3164\uffa0', '\u2800\u2800', '\u0301\u0308', '\ufe0f'];
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
