// This tab's state during a login at the identity provider. The secret proves that the same tab returns.
import { z } from 'zod';

import { parseStored } from '#web/api/stored-drafts';
import { readStoredInTab, storageKeys, storeInTab } from '#web/browser-storage';

const Departure = z.object({ secret: z.string(), redirect: z.string().optional() });
export type Departure = z.infer<typeof Departure>;

export function keepDeparture(departure: Departure): void {
  storeInTab(storageKeys.providerSignIn, JSON.stringify(departure));
}

/** Null if the sign-in began in another tab or browser, or has ended. */
export function readDeparture(): Departure | null {
  return parseStored(readStoredInTab(storageKeys.providerSignIn), Departure);
}

export function forgetDeparture(): void {
  storeInTab(storageKeys.providerSignIn, null);
}
