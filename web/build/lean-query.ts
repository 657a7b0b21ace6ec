import type { Plugin } from 'vite';

const infiniteQueries = /\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/;

/** Removes infinite queries from TanStack Query: 1 KB of every page that no list uses. */
export function leanQuery(): Plugin {
  return {
    name: 'wentwell-lean-query',
    apply: 'build',
    transform(code, id) {
      if (!infiniteQueries.test(id)) return undefined;
      const [, names = ''] = /^export \{ ([\w, ]+) \};/m.exec(code) ?? [];
      if (!names.includes('infiniteQueryBehavior')) {
        throw new Error('TanStack Query exports other names: mend lean-query.ts.');
      }
      const none = names.split(', ').map((name) => `export const ${name} = () => undefined;`);
      return { code: none.join('\n'), map: null };
    },
  };
}
