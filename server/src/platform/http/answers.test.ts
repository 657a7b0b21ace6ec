// Answers contain the fields of the route's schema, checked once.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { answerSerializer } from './answers.ts';

const Person = z.object({ name: z.string() });

function serializer(schema: z.ZodType) {
  return answerSerializer(pino({ enabled: false }))({
    schema,
    method: 'GET',
    url: '/people',
    httpStatus: '200',
  });
}

test('an answer loses fields that its schema does not name, at every depth', () => {
  const secret = { name: 'Ada', passwordHash: 'x' };
  expect(serializer(z.object({ people: z.array(Person) }))({ people: [secret], secret })).toBe(
    '{"people":[{"name":"Ada"}]}',
  );
});

test('an answer that violates its schema fails without being sent', () => {
  expect(() => serializer(Person)({ name: 1 })).toThrow('the answer of GET /people');
});

test('every value of an answer is checked once', () => {
  let checks = 0;
  const counted = z.string().refine(() => (checks += 1) > 0);
  serializer(z.object({ name: counted }))({ name: 'Ada' });
  expect(checks).toBe(1);
});

test('a list skips elements that violate their schema', () => {
  const people = [{ name: 'Ada' }, { name: 1 }, { name: 'Kim' }];
  expect(serializer(z.array(Person))(people)).toBe('[{"name":"Ada"},{"name":"Kim"}]');
});
