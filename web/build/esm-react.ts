import { createRequire } from 'node:module';

import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const names = new Set(['react', 'react/jsx-runtime', 'react-dom']);
/** They ask for one another as CommonJS. */
const commonJs = /\/node_modules\/(?:react|react-dom|scheduler|use-sync-external-store)\//;
const prefix = '\0esm:';

/**
 * Lets modules import React by name. As CommonJS each call of each file goes through an object, `(0, a.jsx)(…)`, and each file
 * asks for one that makes those objects.
 */
export function esmReact(): Plugin {
  return {
    name: 'wentwell-esm-react',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isOurs = names.has(source) && !commonJs.test(importer) && !importer.startsWith(prefix);
      return isOurs ? prefix + source : undefined;
    },
    load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const source = id.slice(prefix.length);
      const exported = Object.keys(require(source) as object).filter(
        (name) => !name.startsWith('__'),
      );
      return `import whole from '${source}';
export default whole;
${exported.map((name) => `export const ${name} = whole.${name};`).join('\n')}`;
    },
  };
}
