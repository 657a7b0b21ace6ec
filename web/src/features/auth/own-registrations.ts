// Addresses registered in this browser: their links need no confirmation here. Mail scanners open links elsewhere.
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

import { parseStored } from '#web/api/stored-drafts';
import { readStored, storageKeys, store } from '#web/browser-storage';

const remembered = 5;
const Registrations = z.array(z.object({ email: z.string(), at: z.number() }));

function recent(): z.infer<typeof Registrations> {
  const since = Date.now() - limits.verificationMaxAge;
  const stored = parseStored(readStored(storageKeys.registered), Registrations) ?? [];
  return stored.filter(({ at }) => at > since);
}

/** Stores the address while its link is valid. */
export function rememberRegistration(email: string): void {
  const own = { email: email.trim().toLowerCase(), at: Date.now() };
  const others = recent().filter((each) => each.email !== own.email);
  store(storageKeys.registered, JSON.stringify([...others, own].slice(-remembered)));
}

/** Whether the address was registered, or a link to it requested, in this browser. */
export function isRegisteredHere(email: string): boolean {
  return recent().some((each) => each.email === email.toLowerCase());
}

export function forgetRegistration(email: string): void {
  const others = recent().filter((each) => each.email !== email.toLowerCase());
  store(storageKeys.registered, others.length > 0 ? JSON.stringify(others) : null);
}
