import { expect, it, vi } from 'vitest';
import { z } from 'zod';

import { randomId, randomSecret, sortableId } from './random-ids.ts';

it('ids are created on pages without HTTPS', () => {
  // All that a browser has without HTTPS.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 1000 }, randomId);
  expect(z.array(z.uuidv4()).safeParse(ids).error).toBeUndefined();
  const sortable = Array.from({ length: 1000 }, sortableId);
  expect(z.array(z.uuidv7()).safeParse(sortable).error).toBeUndefined();
  expect(sortable.toSorted()).toEqual(sortable);
  expect(new Set([...ids, ...sortable]).size).toBe(2000);
  expect(randomSecret()).toMatch(/^[\w-]{43}$/);
  vi.unstubAllGlobals();
});

it('a sortable id starts with its creation time', async () => {
  // Ids never go back in time, also after another test's clock.
  vi.resetModules();
  const fresh = await import('./random-ids.ts');
  const before = Date.now();
  const made = Number.parseInt(fresh.sortableId().replace('-', '').slice(0, 12), 16);
  expect(Math.abs(made - before)).toBeLessThan(60_000);
});
