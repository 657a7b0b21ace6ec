// Lifecycle of a reference: receives its setup, reports its port, and exits with the bench.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export function answerPort(address: AddressInfo | string | null): void {
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  process.send?.({ port: address.port });
}

/** Resolves with the first message from the bench. */
export async function takeSetup(): Promise<unknown> {
  process.once('disconnect', () => process.exit());
  const message: unknown[] = await once(process, 'message');
  return message[0];
}
