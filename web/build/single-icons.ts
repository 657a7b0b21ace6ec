import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const iconFile = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;
const factory = /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/;
// React keys of shapes that never reorder: a fifth of an icon, and incompressible.
const key = /, key: "\w+"/g;
const shapes = /node: \[(.*?)\](?:,\s+aliases: \[[^\]]*\])?\s+\};/s;
const imported = /import \{([^}]*)\} from 'lucide-react';/g;

/** Renders an icon like the library, without its contexts, names and sizes, which our style sheets replace. */
const leanFactory = `import { createElement } from 'react';
export default (...shapes) => (props) =>
  createElement(
    'svg',
    {
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': props['aria-label'] === undefined ? 'true' : undefined,
      ...props,
    },
    ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
  );`;

/**
 * Imports each icon from its own file. Through the library's single file, every page with an icon seems to need all of them,
 * and an icon shared by two dialogs would load with the first page (chunk-groups.ts).
 */
export function singleIcons(): Plugin {
  let files = new Map<string, string>();
  return {
    name: 'wentwell-single-icons',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      files = listIcons();
    },
    transform(code, id) {
      if (factory.test(id)) return { code: leanFactory, map: null };
      if (iconFile.test(id)) return { code: shapesAlone(code, id), map: null };
      if (!/\.tsx?$/.test(id) || !code.includes("from 'lucide-react'")) return undefined;
      return {
        code: code.replace(imported, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => importOne(name, files))
            .join(' '),
        ),
        map: null,
      };
    },
  };
}

function shapesAlone(code: string, id: string): string {
  const [, drawn] = shapes.exec(code) ?? [];
  if (drawn === undefined) throw new Error(`${id} is drawn in another way: mend single-icons.ts.`);
  return `import createIcon from '../createLucideIcon.mjs';
export default createIcon(${drawn.replaceAll(key, '')});`;
}

function importOne(specifier: string, files: ReadonlyMap<string, string>): string {
  const [name = '', local = name] = specifier.split(' as ');
  const file = files.get(name);
  if (file === undefined)
    throw new Error(`lucide-react has no icon "${name}": mend single-icons.ts.`);
  return `import ${local} from 'lucide-react/icons/${file}';`;
}

function listIcons(): Map<string, string> {
  const library = fileURLToPath(import.meta.resolve('lucide-react'));
  const index = readFileSync(new URL('../esm/lucide-react.mjs', `file://${library}`), 'utf8');
  const files = new Map<string, string>();
  for (const [, names, file] of index.matchAll(/export \{([^}]*)\} from '.\/icons\/(.*?)\.mjs'/g)) {
    for (const [, name] of (names ?? '').matchAll(/default as (\w+)/g)) {
      if (name && file) files.set(name, file);
    }
  }
  return files;
}
