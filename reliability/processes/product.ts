// Runs the product as a real process, for faults that the simulation does not cover.
import { setTimeout as pause } from 'node:timers/promises';

import { type ProductProcess, startProductProcess } from '../../server/test/product-process.ts';

const timeoutMs = 60_000;

/** Polls until the condition holds. Throws after a minute. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end;) {
    if (await holds()) return;
    await pause(50);
  }
  throw new Error(`this did not happen: ${what}`);
}

/** Resolves once the product is ready. On a private start, it has sample users. */
export function startProduct(settings: Record<string, string>): Promise<ProductProcess> {
  const host = '127.0.0.1';
  return startProductProcess({
    host,
    env: (port) => ({ PUBLIC_URL: `http://${host}:${port}`, ...settings }),
  });
}
