import type { Plugin } from 'vite';

const writers = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const schemas = /\/zod\/v4\/classic\/schemas\.js$/;

/** What the browser has no use for in `schemas`, and what stands in its place. */
const replaced = [
  // Compiles a schema by `new Function`, which the content security policy forbids.
  ['core.$ZodObjectJIT', 'core.$ZodObject'],
  // Parses values that hold themselves. What comes as JSON does not.
  ['core.config({ memoizer: core.memoizer() })', 'undefined'],
] as const;

/**
 * Leaves out of zod what only the server uses: how it writes JSON Schemas (5 KB of every page; methods such as
 * `toJSONSchema` return nothing in the browser), compiled parsers and circular values.
 */
export function leanZod(): Plugin {
  return {
    name: 'wentwell-lean-zod',
    apply: 'build',
    transform(code, id) {
      if (writers.test(id)) return { code: withoutWriters(code), map: null };
      return schemas.test(id) ? { code: withReplaced(code), map: null } : undefined;
    },
  };
}

function withoutWriters(code: string): string {
  const names = code.matchAll(/^export (?:const|function) (\w+)/gm);
  return [...names].map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
}

function withReplaced(code: string): string {
  return replaced.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`zod no longer has "${from}": mend lean-zod.ts.`);
    return before.replaceAll(from, to);
  }, code);
}
