import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { storedColumn } from './columns.ts';
import { storedDiscussion } from './discussion.ts';
import { storedSettings } from './meetings.ts';
import { storedVersion, upgradeBy } from './stored-values.ts';
import { storedTemplateSettings } from './templates.ts';

/** One file of values for each version, taken from a database that the program of that version wrote. */
const folder = path.join(import.meta.dirname, 'testing/stored-values');
const versions = readdirSync(folder).map((file) => Number(path.basename(file, '.json')));

const kinds = {
  settings: storedSettings,
  columns: storedColumn,
  template_settings: storedTemplateSettings,
  discussions: storedDiscussion,
};

const Values = z.record(z.string(), z.array(z.unknown()).min(1));

it('has a file of stored values for every version', () => {
  const known = Array.from({ length: storedVersion }, (_, index) => index + 1);
  expect(versions.toSorted((a, b) => a - b)).toEqual(known);
});

describe.each(versions)('what version %i stored is read', (version) => {
  const text = readFileSync(path.join(folder, `${version}.json`), 'utf8');
  const values = Values.parse(JSON.parse(text));

  it.each(Object.entries(kinds))('as %s', (name, kind) => {
    for (const value of values[name] ?? expect.unreachable(name)) {
      expect(kind.read(value, version)).toMatchObject(Object(value));
    }
  });
});

describe('a stored value', () => {
  const Tagged = z.object({ name: z.string(), tags: z.array(z.string()), size: z.number() });
  const steps = [
    (value: object) => ({ ...value, tags: [] }),
    (value: object) => ({ ...value, size: 0 }),
  ];

  it('without fields that were required later is read after its upgrade, and not without', () => {
    expect(Tagged.safeParse({ name: 'old' }).success).toBe(false);
    const upgraded = upgradeBy(steps, { name: 'old' }, 1);
    expect(Tagged.parse(upgraded)).toEqual({ name: 'old', tags: [], size: 0 });
    const half = upgradeBy(steps, { name: 'old', tags: ['a'] }, 2);
    expect(Tagged.parse(half)).toEqual({ name: 'old', tags: ['a'], size: 0 });
  });

  it('of a newer version, or that is no object, stays as it is', () => {
    expect(upgradeBy(steps, { name: 'new' }, 4)).toEqual({ name: 'new' });
    expect(upgradeBy(steps, null, 1)).toBeNull();
  });
});
