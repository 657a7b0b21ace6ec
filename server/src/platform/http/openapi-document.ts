// The OpenAPI 3.1 document, generated from the validation schemas. Loaded on first request.
import { isDeepStrictEqual } from 'node:util';

import swagger, { type SwaggerTransform } from '@fastify/swagger';
import { boardSeqHeader, nextHeader, totalCountHeader } from '@wentwell/contract/api/headers';
import { problemTitles } from '@wentwell/contract/api/problem-status';
import { Problem } from '@wentwell/contract/errors';
import { z } from 'zod';

import { bareServer } from './bare-server.ts';
import type { ListedRoute } from './route-list.ts';

// Converts Zod to JSON Schema: named schemas become components, others are inlined.
type JsonSchema = z.core.JSONSchema.BaseSchema;
type Direction = 'input' | 'output';

type Meta = Record<string, unknown>;

/** A Zod registry that combines component names with the schemas' own metadata. */
class Names extends z.core.$ZodRegistry<Meta> {
  readonly names: ReadonlyMap<z.core.$ZodType, string>;
  readonly except: z.core.$ZodType | null;

  constructor(names: ReadonlyMap<z.core.$ZodType, string>, except: z.core.$ZodType | null) {
    super();
    this.names = names;
    this.except = except;
  }

  override get(schema: z.core.$ZodType): Meta | undefined {
    const meta = z.globalRegistry.get(schema);
    const id = schema === this.except ? undefined : this.names.get(schema);
    return id === undefined ? meta : { ...meta, id };
  }

  override has(schema: z.core.$ZodType): boolean {
    return this.names.has(schema) || z.globalRegistry.has(schema);
  }
}

interface ComponentSchemas {
  /** The JSON Schema, or a reference if the schema is named and not `inline`. */
  describe(schema: z.core.$ZodType, io: Direction, options?: { inline?: boolean }): JsonSchema;
  /** All referenced components. */
  all(): Record<string, JsonSchema>;
}

function componentSchemas(names: ReadonlyMap<z.core.$ZodType, string>): ComponentSchemas {
  const found: Record<string, JsonSchema> = {};

  function convert(schema: z.core.$ZodType, io: Direction, except: z.core.$ZodType | null) {
    return z.toJSONSchema(schema, {
      io,
      metadata: new Names(names, except),
      unrepresentable: 'any',
      override(ctx) {
        simplify(ctx.jsonSchema, ctx.zodSchema);
        if (io === 'input') addPipedRules(ctx.jsonSchema, ctx.zodSchema);
      },
    });
  }

  function keep(name: string, schema: JsonSchema): void {
    if (found[name] && !isDeepStrictEqual(found[name], schema)) {
      throw new TypeError(
        `${name} differs as input and as answer: give one of them a name of its own`,
      );
    }
    found[name] = schema;
  }

  /** Moves Zod's local definitions to the components. */
  function hoist(described: JsonSchema): JsonSchema {
    const referring = JSON.stringify(described).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $schema: _dialect, $defs = {}, ...schema } = JSON.parse(referring) as JsonSchema;
    for (const [name, each] of Object.entries($defs)) {
      if (typeof each === 'object') keep(name, withoutId(each));
    }
    return schema;
  }

  return {
    describe(schema, io, { inline = false } = {}) {
      const name = inline ? undefined : names.get(schema);
      const described = hoist(convert(schema, io, schema));
      if (name === undefined) return described;
      keep(name, described);
      return { $ref: `#/components/schemas/${name}` };
    },
    all: () => Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function withoutId({ id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function simplify(json: JsonSchema, schema: z.core.$ZodType): void {
  // Clients must tolerate new fields, and the server ignores unknown ones.
  if (json.additionalProperties === false) delete json.additionalProperties;
  // `format` suffices; Zod's patterns are very long.
  if (json.format !== undefined) delete json.pattern;
  if (json.type === 'integer') {
    if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
    if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  }
  // Zod omits examples and defaults of transformed inputs; ours describe the input.
  if (schema instanceof z.ZodDefault) json.default ??= schema.def.defaultValue;
  const examples: unknown = z.globalRegistry.get(schema)?.['examples'];
  if (Array.isArray(examples)) json.examples = examples;
}

/** A piped string keeps the length and format rules of its last schema. */
function addPipedRules(json: JsonSchema, schema: z.core.$ZodType): void {
  if (!(schema instanceof z.ZodPipe) || json.type !== 'string') return;
  const { out } = schema;
  if (!(out instanceof z.ZodString || out instanceof z.ZodPipe || out instanceof z.ZodEmail))
    return;
  const { $schema: _dialect, ...rules } = z.toJSONSchema(out, {
    io: 'input',
    unrepresentable: 'any',
    override(ctx) {
      simplify(ctx.jsonSchema, ctx.zodSchema);
      addPipedRules(ctx.jsonSchema, ctx.zodSchema);
    },
  });
  Object.assign(json, rules);
}

export interface ApiDescription {
  title: string;
  version: string;
  /** CommonMark for the first page. */
  description: string;
  /** In display order. */
  tags: readonly { name: string; description: string }[];
  /** Schemas that become named components. All others are inlined. */
  schemas: ReadonlyMap<z.core.$ZodType, string>;
  /** Routes that are also served under this path are described once, without it. */
  twinPrefix: string;
}

const json = 'application/json';
const license = { name: 'MIT', identifier: 'MIT' };
const successes: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done; there is nothing to answer.',
};

const headers = {
  'X-Request-Id': {
    description: 'Identifies the request in the server’s log; include it in reports.',
    schema: { type: 'string', format: 'uuid' },
  },
  [totalCountHeader]: {
    description: 'The number of matches on all pages.',
    schema: { type: 'integer', minimum: 0 },
  },
  [nextHeader]: {
    description: 'The next page’s `after`; absent on the last page.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Idempotency-Key': {
    description: 'The request’s key, which proves that the server answered.',
    schema: { type: 'string' },
  },
  [boardSeqHeader]: {
    description: 'The `seq` of the board with the change, or a later one.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description: 'The version of the answered object, in quotes, for `If-Match`.',
    schema: { type: 'string' },
  },
};

function headersOf(...names: (keyof typeof headers)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const refusals = Object.entries(problemTitles).map(([status, title]) => ({
  status,
  title,
  /** The component's name: "NotFound" for 404. */
  name: title.replaceAll(' ', ''),
}));

/** Error components that `paths` refers to. */
function refusalComponents(paths: object) {
  const references = JSON.stringify(paths);
  const problem = {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  };
  return Object.fromEntries(
    refusals.flatMap(({ status, title, name }) => {
      if (!references.includes(`"#/components/responses/${name}"`)) return [];
      const waits = status === '429' || status === '503';
      const refusal = {
        description: `${title}: a problem document (RFC 9457) whose \`detail\` says why.`,
        headers: headersOf('X-Request-Id', ...(waits ? (['Retry-After'] as const) : [])),
        content: problem,
      };
      return [[name, refusal]];
    }),
  );
}

interface AnswerContext {
  components: ComponentSchemas;
  textTypes?: Readonly<Record<string, z.ZodType>> | undefined;
}

/** A route's response before `placeAnswers`. */
function describeAnswer(status: string, schema: unknown, { components, textTypes }: AnswerContext) {
  if (!(schema instanceof z.ZodType)) throw new TypeError('an answer without a schema of zod');
  const described = components.describe(schema, 'output');
  const description = z.globalRegistry.get(schema)?.description ?? successes[status] ?? 'Answered.';
  if (schema instanceof z.ZodNull) return { type: 'null', description };
  if (schema instanceof z.ZodString && textTypes) {
    const content = Object.fromEntries(
      Object.entries(textTypes).map(([type, text]) => [
        type,
        // A file's schema is the input schema of the route that reads it.
        { schema: components.describe(text, 'input') },
      ]),
    );
    return { description, content };
  }
  const type = schema === Problem ? 'application/problem+json' : json;
  return { description, content: { [type]: { schema: described } } };
}

function routeTransform(components: ComponentSchemas, twinPrefix: string): SwaggerTransform {
  return ({ schema, url, route }) => {
    if (schema?.hide || !schema?.response || url.startsWith(twinPrefix)) {
      return { schema: { hide: true }, url };
    }
    const { body, params, querystring, headers: headerSchema, response, ...words } = schema;
    const place = (part: unknown) =>
      part instanceof z.ZodType ? components.describe(part, 'input', { inline: true }) : undefined;
    // Screens and waiting guests send a token of their own.
    const isOpen = route.config?.public === true && !Object.hasOwn(response, 401);
    const context = { components, textTypes: route.config?.textTypes };
    const answers = Object.entries(response).map(([status, answer]) => [
      status,
      describeAnswer(status, answer, context),
    ]);
    return {
      url,
      schema: {
        ...words,
        ...(isOpen && { security: [] }),
        ...(route.config?.form && { consumes: ['application/x-www-form-urlencoded'] }),
        ...(params !== undefined && { params: place(params) }),
        ...(querystring !== undefined && { querystring: place(querystring) }),
        ...(headerSchema !== undefined && { headers: place(headerSchema) }),
        ...(body instanceof z.ZodType && { body: components.describe(body, 'input') }),
        response: Object.fromEntries(answers),
      },
    };
  };
}

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string }[];
  responses: Record<string, object>;
}

/** Replaces shared error responses by references, and adds headers. */
function placeAnswers(
  { parameters = [], responses }: Operation,
  { hasETag = false, hasBoardSeq = false }: ListedRoute['config'] = {},
): void {
  const isList = parameters.some(({ name }) => name === 'skip');
  const isKeyed = parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');
  for (const [status, answer] of Object.entries(responses)) {
    const refusal = refusals.find((each) => each.status === status);
    if (refusal && JSON.stringify(answer).includes('#/components/schemas/Problem')) {
      responses[status] = { $ref: `#/components/responses/${refusal.name}` };
    } else {
      const total = isList && status === '200' ? ([totalCountHeader] as const) : [];
      const next = parameters.some(({ name }) => name === 'after') ? ([nextHeader] as const) : [];
      const version = hasETag && status !== '204' ? (['ETag'] as const) : [];
      const key = isKeyed ? (['Idempotency-Key'] as const) : [];
      const seq = hasBoardSeq ? ([boardSeqHeader] as const) : [];
      responses[status] = {
        ...answer,
        headers: headersOf('X-Request-Id', ...key, ...seq, ...total, ...next, ...version),
      };
    }
  }
}

/** Describes the routes in a separate server that never listens. */
export async function describeRoutes(routes: readonly ListedRoute[], description: ApiDescription) {
  const app = bareServer();
  const { title, version, tags, schemas, twinPrefix } = description;
  const components = componentSchemas(schemas);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description: description.description, license },
      servers: [{ url: '/', description: 'The server that gave this document.' }],
      tags: tags.map((tag) => ({ ...tag })),
      security: [{ bearer: [] }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              '`access_token` of `POST /api/v1/auth/login`, sent as `Authorization: Bearer …`. ' +
              'Guests and screens send that of their session.',
          },
        },
      },
    },
    transform: routeTransform(components, twinPrefix),
    transformObject(document) {
      if (!('openapiObject' in document)) throw new TypeError('not an OpenAPI document');
      const { openapiObject } = document;
      components.describe(Problem, 'output');
      const paths = (openapiObject.paths ?? {}) as Record<string, Record<string, Operation>>;
      const configs = new Map(routes.map(({ schema, config }) => [schema?.operationId, config]));
      for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
        placeAnswers(operation, configs.get(operation.operationId));
      }
      return {
        ...openapiObject,
        components: {
          ...openapiObject.components,
          schemas: components.all(),
          responses: refusalComponents(paths),
          headers,
        },
      } as typeof openapiObject;
    },
  });
  for (const { method, path, schema, config } of routes) {
    app.route({ method, url: path, ...(schema && { schema }), config, handler: () => undefined });
  }
  await app.ready();
  return app.swagger();
}
