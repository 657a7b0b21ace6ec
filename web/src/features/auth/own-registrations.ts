// Which addresses were registered in this browser: a link to one of them was asked for here, so the page behind it
// needs no further confirmation. Elsewhere it does, because programs that scan mail open its links.
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

import { readStored, storageKeys, store } from '#web/api/browser-storage';

const remembered = 5;
const Registrations = z.array(z.object({ email: z.string(), at: z.number() }));

function recent(): z.infer<typeof Registrations> {
  const since = Date.now() - limits.verificationMaxAge;
  try {
    const stored: unknown = JSON.parse(readStored(storageKeys.registered) ?? '[]');
    return (Registrations.safeParse(stored).data ?? []).filter(({ at }) => at > since);
  } catch {
    return [];
  }
}

/** Remembers an address for as long as its link works. */
export function rememberRegistration(email: string): void {
  const own = { email: email.trim().toLowerCase(), at: Date.now() };
  const others = recent().filter((each) => each.email !== own.email);
  store(storageKeys.registered, JSON.stringify([...others, own].slice(-remembered)));
}

/** Whether the address was registered, or a link to it asked for, in this browser. */
export function isRegisteredHere(email: string): boolean {
  return recent().some((each) => each.email === email.toLowerCase());
}

/** Forgets an address that is verified. */
export function forgetRegistration(email: string): void {
  const others = recent().filter((each) => each.email !== email.toLowerCase());
  store(storageKeys.registered, others.length > 0 ? JSON.stringify(others) : null);
}
