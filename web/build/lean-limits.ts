import { globSync, readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

const limits = /\/contract\/src\/limits\.ts$/;
const member = /^ {2}(\w+): .*,$/gm;

/** Leaves out of the contract's limits those that only the server names: half a KB of every page. */
export function leanLimits(): Plugin {
  let named = new Set<string | undefined>();
  return {
    name: 'wentwell-lean-limits',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      named = namedLimits();
    },
    transform(code, id) {
      if (!limits.test(id)) return undefined;
      const lean = code.replace(member, (line, name: string) => (named.has(name) ? line : ''));
      return { code: lean, map: null };
    },
  };
}

/** Limits are read as `limits.name`; one that is taken apart would be missed. */
function namedLimits(): Set<string | undefined> {
  const root = new URL('../../', import.meta.url).pathname;
  const sources = globSync('{contract,web}/src/**/*.{ts,tsx}', { cwd: root });
  return new Set(
    sources
      .flatMap((file) => [...readFileSync(root + file, 'utf8').matchAll(/\w*[lL]imits\??\.(\w+)/g)])
      .map(([, name]) => name),
  );
}
