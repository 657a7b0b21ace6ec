// Converts Zod to JSON Schema: named schemas become components, others are inlined.
import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

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

export interface ComponentSchemas {
  /** The JSON Schema, or a reference if the schema is named and not `inline`. */
  describe(schema: z.core.$ZodType, io: Direction, options?: { inline?: boolean }): JsonSchema;
  /** All referenced components. */
  all(): Record<string, JsonSchema>;
}

export function componentSchemas(names: ReadonlyMap<z.core.$ZodType, string>): ComponentSchemas {
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
