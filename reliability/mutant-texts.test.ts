// Says at once, before the long hunt, which mutants a change of the product has left without their text.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { mutants } from './mutants.ts';

const root = path.join(import.meta.dirname, '..');

test.for(mutants)('its text occurs once in its file: $name', ({ file, find }) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  expect(text.split(find)).toHaveLength(2);
});
