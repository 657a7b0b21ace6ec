// Documents that lead somewhere: the index names them all, and no link is dead.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { expect, it } from 'vitest';

import { listFiles, ROOT } from './files.ts';

const documents = listFiles().filter((path) => path.endsWith('.md'));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** As GitHub makes the anchor of a heading. */
function anchorOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(path: string): Set<string> {
  const withoutCode = read(path).replaceAll(/^```.*?^```/gms, '');
  return new Set([...withoutCode.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchorOf(text)));
}

/** Its links into the repository, as paths from the root. */
function linksOf(path: string): { link: string; to: string; anchor: string }[] {
  return [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => {
      const [file = '', anchor = ''] = link.split('#');
      return { link, to: file === '' ? path : normalize(join(dirname(path), file)), anchor };
    });
}

it('no link within the documents is broken', () => {
  const dead = documents.flatMap((path) =>
    linksOf(path)
      .filter(
        ({ to, anchor }) =>
          !existsSync(join(ROOT, to)) || (anchor !== '' && !anchorsOf(to).has(anchor)),
      )
      .map(({ link }) => `${path}: ${link}`),
  );
  expect(dead).toEqual([]);
});

it('the index lists every document of docs/', () => {
  const index = 'docs/README.md';
  const named = new Set(linksOf(index).map(({ to }) => to));
  const missing = documents.filter(
    (path) => /^docs\/[^/]+$/.test(path) && path !== index && !named.has(path),
  );
  expect(missing).toEqual([]);
});

it('the settings page lists every setting', () => {
  const table = read('docs/settings.md').split('\n## ')[0] ?? '';
  const settings = [...read('deploy/env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)];
  const missing = settings
    .map(([, name = '']) => name)
    .filter((name) => !table.includes(`\`${name}\``));
  expect(settings.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
