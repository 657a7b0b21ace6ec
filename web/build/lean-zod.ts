import type { Plugin } from 'vite';

const writers = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const schemas = /\/zod\/v4\/classic\/schemas\.js$/;
const contract = /\/contract\/src\/[^/]+\.ts$/;

/** What the browser has no use for in `schemas`, and what stands in its place. */
const replaced = [
  // Compiles a schema by `new Function`, which the content security policy forbids.
  ['core.$ZodObjectJIT', 'core.$ZodObject'],
  // Parses values that hold themselves. What comes as JSON does not.
  ['core.config({ memoizer: core.memoizer() })', 'undefined'],
] as const;

/**
 * Leaves out of zod what only the server uses: how it writes JSON Schemas (5 KB of every page; methods such as
 * `toJSONSchema` return nothing in the browser), compiled parsers, circular values, and the examples of the API's description.
 */
export function leanZod(): Plugin {
  return {
    name: 'wentwell-lean-zod',
    apply: 'build',
    transform(code, id) {
      if (writers.test(id)) return { code: withoutWriters(code), map: null };
      if (schemas.test(id)) return { code: withReplaced(code), map: null };
      if (!contract.test(id) || !code.includes('.meta(')) return undefined;
      return { code: withoutRanges(code, findMeta(this.parse(code))), map: null };
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

type Range = readonly [start: number, end: number];

/** Each `.meta(…)` behind a schema. */
function findMeta(node: unknown): Range[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(findMeta);
  const { type, callee, end } = node as { type?: string; callee?: Callee; end?: number };
  if (type !== 'CallExpression' || callee?.property?.name !== 'meta') return inside;
  return [...inside, [callee.object?.end ?? 0, end ?? 0]];
}

interface Callee {
  object?: { end: number };
  property?: { name?: string };
}

function withoutRanges(code: string, ranges: readonly Range[]): string {
  let kept = '';
  let from = 0;
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start < from) continue;
    kept += code.slice(from, start);
    from = end;
  }
  return kept + code.slice(from);
}
