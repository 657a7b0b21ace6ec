// The list of the specification's texts does not rot: each of them is asserted by a test.
import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { spec } from './spec-texts.ts';

const here = new URL('.', import.meta.url);

test('every text of the list is asserted by a test', () => {
  const sources = readdirSync(here)
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => readFileSync(new URL(name, here), 'utf8'))
    .join('\n');
  // A whole group goes through Object.values or Object.entries; some are taken apart at once.
  const groups = new Set(
    [...sources.matchAll(/\((?:\s*)spec\.(\w+)\)/g)].map(([, group]) => group),
  );
  const single = new Set(
    [...sources.matchAll(/\bspec\.(\w+)(?:\.|\[)(\w+)/g)].map(
      ([, group, key]) => `${group}.${key}`,
    ),
  );
  for (const [, keys = '', group] of sources.matchAll(/const \{([^}]+)\} = spec\.(\w+)/g)) {
    for (const key of keys.split(',')) single.add(`${group}.${key.trim()}`);
  }
  const unused = Object.entries(spec).flatMap(([group, texts]) =>
    Object.keys(texts)
      .filter((key) => !groups.has(group) && !single.has(`${group}.${key}`))
      .map((key) => `${group}.${key}`),
  );
  expect(unused).toEqual([]);
});
