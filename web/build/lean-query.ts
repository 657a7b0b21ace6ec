import type { Plugin } from 'vite';

/** One export of each module that no page needs, to notice a renaming. */
const unused = {
  infiniteQueryBehavior: 'infiniteQueryBehavior',
  suspense: 'shouldSuspend',
  errorBoundaryUtils: 'getHasError',
};
const modules = /\/(?:react-query|query-core)\/build\/modern\/(\w+)\.js$/;

/** Removes infinite queries, suspense and thrown errors from TanStack Query: 1.4 KB of every page. */
export function leanQuery(): Plugin {
  return {
    name: 'wentwell-lean-query',
    apply: 'build',
    transform(code, id) {
      const [, module = ''] = modules.exec(id) ?? [];
      const known = Object.entries(unused).find(([name]) => name === module)?.[1];
      if (known === undefined) return undefined;
      const [, names = ''] = /^export \{ ([\w, ]+) \};/m.exec(code) ?? [];
      if (!names.includes(known)) {
        throw new Error('TanStack Query exports other names: mend lean-query.ts.');
      }
      const none = names.split(', ').map((name) => `export const ${name} = () => undefined;`);
      return { code: none.join('\n'), map: null };
    },
  };
}
