import { globSync, readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

const writers = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const schemas = /\/zod\/v4\/classic\/schemas\.js$/;
const words = /\/zod\/v4\/locales\/en\.js$/;
const contract = /\/contract\/src\/(?:[^/]+\/)?[^/]+\.ts$/;

/** Parts of `schemas` unused in the browser, and their replacements. */
const replaced = [
  // Compiles schemas by `new Function`, which the content security policy forbids.
  ['core.$ZodObjectJIT', 'core.$ZodObject'],
  // Parses circular values, which JSON cannot contain.
  ['core.config({ memoizer: core.memoizer() })', 'undefined'],
] as const;

/** The JSON Schema writer of each class; the rest of the writers is then unused. */
const schemaWriter = /^ *inst\._zod\.processJSONSchema = .*$/gm;

/** Our schemas have their own messages, so zod's texts are unused. */
const ownWords = `export default () => ({ localeError: () => 'Not valid.' });`;

/** Used by zod itself and by the forms' resolver. */
const namedByLibraries = ['check', 'clone', 'parse', 'parseAsync', 'safeParse'];

/**
 * Removes server-only parts from zod: JSON Schema writers (5 KB of every page; methods such as `toJSONSchema` then return
 * nothing), compiled parsers, circular values, and examples for the API description; also zod's messages (1 KB), and each
 * schema method that our code never names (4 KB, because they import all formats).
 */
export function leanZod(): Plugin {
  let named = new Set<string>();
  return {
    name: 'wentwell-lean-zod',
    apply: 'build',
    buildStart() {
      named = namedMembers();
    },
    transform(code, id) {
      if (words.test(id)) return { code: ownWords, map: null };
      if (writers.test(id)) return { code: withoutWriters(code), map: null };
      if (schemas.test(id)) {
        const lean = withReplaced(code).replaceAll(schemaWriter, '');
        return { code: withoutRanges(lean, findUnnamed(this.parse(lean), named)), map: null };
      }
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

/** All property names in our code, of schemas or not. The contract's `.meta()` calls are removed. */
function namedMembers(): Set<string> {
  const root = new URL('../../', import.meta.url).pathname;
  const sources = globSync('{contract,web}/src/**/*.{ts,tsx}', { cwd: root });
  const names = sources.flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(/(?<!\bz)\.(\w+)\b/g)].map(([, name]) => name),
  );
  const named = new Set([...namedByLibraries, ...names.filter((name) => name !== undefined)]);
  named.delete('meta');
  return named;
}

/** Unnamed entries in each class's table of methods and computed properties. */
function findUnnamed(node: unknown, named: ReadonlySet<string>): Range[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap((child) => findUnnamed(child, named));
  const { type, callee, arguments: given = [] } = node as Call;
  if (type !== 'CallExpression') return inside;
  const [first, , last] = given;
  if (callee?.property?.name === 'derived') return [...inside, ...unnamedOf(first, named)];
  if (callee?.property?.name !== '$constructor') return inside;
  const table = last?.type === 'CallExpression' ? last.arguments?.[1] : last;
  return [...inside, ...unnamedOf(table, named)];
}

interface Call {
  type?: string;
  callee?: Callee;
  arguments?: Argument[];
}

interface Argument extends Call {
  properties?: { start: number; end: number; key: { name?: string } }[];
}

/** Each range includes its comma. */
function unnamedOf(table: Argument | undefined, named: ReadonlySet<string>): Range[] {
  return (table?.properties ?? [])
    .filter(({ key }) => key.name === undefined || !named.has(key.name))
    .map(({ start, end }) => [start, end + 1]);
}

type Range = readonly [start: number, end: number];

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
