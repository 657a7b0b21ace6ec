import type { Plugin } from 'vite';

const writers = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/**
 * Leaves out how zod writes JSON Schemas, which only the server does: 5 KB of every page. In the browser methods such as
 * `toJSONSchema` return nothing.
 */
export function noJsonSchema(): Plugin {
  return {
    name: 'wentwell-no-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!writers.test(id)) return undefined;
      const names = code.matchAll(/^export (?:const|function) (\w+)/gm);
      const stubs = [...names].map(([, name]) => `export const ${name} = () => undefined;`);
      return { code: stubs.join('\n'), map: null };
    },
  };
}
