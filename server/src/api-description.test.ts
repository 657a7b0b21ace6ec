// The API's description is whole and true: it is made from what is registered, and nothing is left out of it.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { buildTestApp } from '#test/build-test-app';
import { fastClock } from '#test/fast-clock';

const Reference = z.looseObject({ $ref: z.string() });
const Media = z.looseObject({ schema: z.looseObject({}), example: z.unknown().optional() });
const Answer = z.union([
  z.strictObject({ $ref: z.string() }),
  z.looseObject({
    description: z.string().min(1),
    content: z.record(z.string(), Media).optional(),
  }),
]);
const Operation = z.looseObject({
  operationId: z.string().regex(/^[a-z]+([A-Z][a-z]+)*$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(5).max(60),
  description: z.string().min(20),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        schema: z.looseObject({}),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), Media) }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), Answer),
});
const Description = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: z.string(),
    version: z.string().min(1),
    description: z.string(),
    license: z.strictObject({ name: z.literal('MIT'), identifier: z.literal('MIT') }),
  }),
  servers: z.array(z.strictObject({ url: z.string(), description: z.string() })).min(1),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string().min(10) })),
  security: z.tuple([z.strictObject({ bearer: z.tuple([]) })]),
  components: z.looseObject({
    schemas: z.record(z.string().regex(/^[A-Z]\w+$/), z.looseObject({})),
    responses: z.record(z.string(), z.looseObject({ description: z.string() })),
    headers: z.record(z.string(), z.looseObject({ description: z.string() })),
    securitySchemes: z.strictObject({
      bearer: z.looseObject({ type: z.literal('http'), scheme: z.literal('bearer') }),
    }),
  }),
  paths: z.record(z.string().startsWith('/'), z.record(z.string(), Operation)),
});

// Pages for people, the description itself, the development mailbox, and calls at their second address.
const undescribed =
  /^\/(api\/docs|api\/v1\/openapi\.json$|api\/admin\/|api\/v1\/users\/$|dev\/|\*$)/;

async function load() {
  // Without a mail server, so that the development mailbox is there as well.
  await using app = await buildTestApp({ SMTP_URL: '', MAIL_FROM: '' });
  const answer = await app.request('GET', '/api/v1/openapi.json');
  expect(answer.status).toBe(200);
  const routes = app.routes.filter(
    ({ method, path }) => method !== 'OPTIONS' && !undescribed.test(path),
  );
  const document = Description.parse(answer.body);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );
  return { raw: answer.body, document, operations, routes };
}

let loaded: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  loaded = await load();
});

/** As the description spells a route. */
function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Reference.safeParse(value);
  return [...(own.success ? [own.data.$ref] : []), ...Object.values(value).flatMap(referencesIn)];
}

function at(document: unknown, reference: string): unknown {
  const parts = reference.replace(/^#\//, '').split('/');
  return parts.reduce<unknown>(
    (value, part) => z.record(z.string(), z.unknown()).safeParse(value).data?.[part],
    document,
  );
}

describe('the description', () => {
  it('contains every route of the product and no other', () => {
    const described = loaded.operations.map(({ name }) => name);
    expect(described.toSorted()).toEqual([...new Set(loaded.routes.map(nameOf))].toSorted());
  });

  it('names each call uniquely, as a method of a generated client', () => {
    const ids = loaded.operations.map(({ operation }) => operation.operationId);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining(['createMeeting', 'listMyTeams']));
  });

  it('passes a linter’s recommended rules', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // Health checks refuse nothing.
        'operation-4xx-response': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(loaded.raw), config });
    expect(
      problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer]),
    ).toEqual([]);
  });

  it('describes a JSON export as the object that an import accepts', () => {
    const answer = loaded.document.paths['/api/v1/meetings/{meetingId}/export']?.['get'];
    const file = { schema: { $ref: '#/components/schemas/MeetingExport' } };
    expect(answer).toHaveProperty(['responses', '200', 'content', 'application/json'], file);
  });

  it('references only its own schemas, and every schema is referenced', () => {
    const references = new Set(referencesIn(loaded.raw));
    for (const reference of references) {
      expect(at(loaded.raw, reference), reference).toBeDefined();
    }
    for (const name of Object.keys(loaded.document.components.schemas)) {
      expect([...references]).toContain(`#/components/schemas/${name}`);
    }
    const names = Object.keys(loaded.document.components.schemas);
    expect(names).toEqual(expect.arrayContaining(['Note', 'Meeting', 'Team', 'User', 'Problem']));
  });

  it('describes every chapter, and each call is in one', () => {
    const chapters = loaded.document.tags.map(({ name }) => name);
    const used = new Set(loaded.operations.flatMap(({ operation }) => operation.tags));
    expect(chapters.toSorted()).toEqual([...used].toSorted());
  });

  it('describes every path parameter', () => {
    for (const { name, path, operation } of loaded.operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => String(parameter));
      const described = operation.parameters.filter((each) => each.in === 'path');
      expect(described.map((each) => each.name).toSorted(), name).toEqual(inPath.toSorted());
    }
  });

  it('describes each call, its answer and every refusal', () => {
    for (const route of loaded.routes) {
      const operation = loaded.operations.find(({ name }) => name === nameOf(route))?.operation;
      const described = Object.keys(operation?.responses ?? {});
      const declared = Object.keys(route.schema?.response ?? {});
      const isOpen = route.config.public === true && !declared.includes('401');
      expect(described, nameOf(route)).toEqual(declared);
      expect(
        described.some((status) => status.startsWith('2')),
        nameOf(route),
      ).toBe(true);
      expect(operation?.security, nameOf(route)).toEqual(isOpen ? [] : undefined);
    }
  });

  it('has refusals as problem documents, and answers with a request id', () => {
    const { responses, headers } = loaded.document.components;
    expect(Object.keys(headers)).toEqual([
      'X-Request-Id',
      'X-Total-Count',
      'X-Next-After',
      'Retry-After',
      'Idempotency-Key',
      'X-Board-Seq',
      'ETag',
    ]);
    for (const response of Object.values(responses)) {
      expect(response).toMatchObject({
        headers: { 'X-Request-Id': {} },
        content: { 'application/problem+json': {} },
      });
    }
    const change = loaded.operations.find(
      ({ name }) => name === 'PUT /api/v1/meetings/{meetingId}',
    );
    expect(change).toHaveProperty('operation.responses.200.headers.ETag');
    expect(change).toHaveProperty('operation.responses.200.headers.Idempotency-Key');
    expect(responses['TooManyRequests']).toHaveProperty('headers.Retry-After');
    const list = loaded.document.paths['/api/v1/teams']?.['get']?.responses['200'];
    expect(list).toHaveProperty('headers.X-Total-Count');
  });

  it('has a valid example for each body', () => {
    for (const route of loaded.routes) {
      const { body } = route.schema ?? {};
      const operation = loaded.operations.find(({ name }) => name === nameOf(route))?.operation;
      const content = operation?.requestBody?.content ?? {};
      expect(Object.keys(content), nameOf(route)).toEqual(
        body ? [route.config.form ? 'application/x-www-form-urlencoded' : 'application/json'] : [],
      );
      if (!(body instanceof z.ZodType)) continue;
      for (const media of Object.values(content)) {
        const { $ref } = z.looseObject({ $ref: z.string().optional() }).parse(media.schema);
        const schema = $ref ? at(loaded.raw, $ref) : media.schema;
        const examples = z.looseObject({ examples: z.array(z.unknown()).optional() }).parse(schema);
        const all = [media.example, ...(examples.examples ?? [])].filter(
          (each) => each !== undefined,
        );
        expect(all.length, `${nameOf(route)} has an example`).toBeGreaterThan(0);
        for (const example of all) expect(() => body.parse(example), nameOf(route)).not.toThrow();
      }
    }
  });

  it('describes admin calls once, and the live channel in words', () => {
    expect(Object.keys(loaded.document.paths).filter((path) => /\/admin\//.test(path))).toSatisfy(
      (paths: string[]) =>
        paths.length > 0 && paths.every((path) => path.startsWith('/api/v1/admin/')),
    );
    expect(loaded.document.info.description).toContain('/api/v1/ws/meetings/{meetingId}');
    expect(loaded.document.info.description).toContain('`/api/admin` is an alias');
  });
});

it.each(['/api/v1/openapi.json', '/api/docs/json', '/api/docs/static/swagger-ui-bundle.js'])(
  'sends %s compressed, and again only where it has changed',
  async (path) => {
    await using app = await buildTestApp();
    const ask = (headers: Record<string, string>) => fetch(app.url + path, { headers });
    const first = await ask({ 'accept-encoding': 'br' });
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect((await first.text()).length).toBeGreaterThan(100_000);
    const again = await ask({ 'accept-encoding': 'br', 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  },
);

it('costs an address more than other requests, and is absent with API_DOCS=off', async () => {
  await using limited = await buildTestApp({ RATE_LIMITS: '0.02' }, { clock: fastClock(20) });
  const asked = Array.from({ length: 12 }, () => limited.request('GET', '/api/v1/openapi.json'));
  const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 429]));
  await using off = await buildTestApp({ API_DOCS: 'off' });
  for (const path of ['/api/docs', '/api/docs/json', '/api/v1/openapi.json']) {
    expect((await off.request('GET', path)).status, path).toBe(404);
  }
});
