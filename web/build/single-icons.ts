import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { Plugin } from 'vite';
import { z } from 'zod';

const iconFile = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;
const factory = /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/;
const imported = /import \{([^}]*)\} from 'lucide-react';/g;

/**
 * Renders an icon like the library, without its contexts, names and sizes, which our style sheets replace. One path in place
 * of up to eight shapes: half the elements of a note's card were shapes of its icons, and each costs style and layout.
 */
const leanFactory = `import { createElement } from 'react';
export default (d) => (props) =>
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
      'aria-hidden': 'true',
      ...props,
    },
    createElement('path', { d }),
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
    async transform(code, id) {
      if (factory.test(id)) return { code: leanFactory, map: null };
      if (iconFile.test(id)) return { code: await onePath(id), map: null };
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

const Shape = z.tuple([z.string(), z.record(z.string(), z.string())]);
const IconModule = z.object({ __iconData: z.object({ node: z.array(Shape) }) });

async function onePath(file: string): Promise<string> {
  const module: unknown = await import(pathToFileURL(file).href);
  const path = IconModule.parse(module).__iconData.node.map(([tag, attributes]) =>
    pathOf(tag, attributes),
  );
  return `import createIcon from '../createLucideIcon.mjs';
export default createIcon(${JSON.stringify(path.join(''))});`;
}

/** The shape as commands of a path. Filled circles are smaller than their stroke. */
function pathOf(tag: string, attributes: Record<string, string>): string {
  const of = (name: string): number => Number(attributes[name] ?? 0);
  switch (tag) {
    case 'path':
      // A relative start would be relative to the shape before it.
      return (attributes['d'] ?? '').replace(/^m/, 'M0 0m');
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'circle': {
      const [r, cy] = [of('r'), of('cy')];
      // Such a stroke leaves its centre open.
      const dot = r < 1 ? `M${of('cx')} ${cy}h.01` : '';
      return `${dot}M${of('cx') - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    }
    case 'rect': {
      const r = of('rx');
      const [across, down] = [of('width') - 2 * r, of('height') - 2 * r];
      const corner = (x: number, y: number): string => `a${r} ${r} 0 0 1 ${x} ${y}`;
      return `M${of('x') + r} ${of('y')}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
    }
    default:
      throw new Error(`An icon has a ${tag}: mend single-icons.ts.`);
  }
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
