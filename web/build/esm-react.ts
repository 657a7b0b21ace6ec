import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { Plugin } from 'vite';

/** By import specifier. */
const files: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  'use-sync-external-store/shim/with-selector':
    'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js',
};
const prefix = '\0esm:';

/**
 * Converts React's files to ES modules. As CommonJS, each is a function: the browser compiled the 200 KB of react-dom only
 * at the app's start, which blocked a phone for a third of a second.
 */
export function esmReact(): Plugin {
  return {
    name: 'wentwell-esm-react',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source in files ? prefix + source : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const code = readFileSync(pathOf(files[id.slice(prefix.length)] ?? ''), 'utf8');
      const imports: string[] = [];
      const body = code.replaceAll(/require\(("[^"]+")\)/g, (_call, name: string) => {
        const count = imports.push(`import asked${imports.length} from ${name};`);
        return `asked${count - 1}`;
      });
      const names = new Set([...code.matchAll(/^ *exports\.(\w+) =/gm)].map(([, name]) => name));
      const exported = [...names].map(
        (name) => `const of_${name} = exports.${name};
export { of_${name} as ${name} };`,
      );
      return [...imports, 'const exports = {};', body, ...exported, 'export default exports;'].join(
        '\n',
      );
    },
  };
}

const require = createRequire(import.meta.url);

/** A package need not export its inner files. */
function pathOf(file: string): string {
  const [name = '', ...rest] = file.split('/');
  return join(dirname(require.resolve(`${name}/package.json`)), ...rest);
}
