// How passwords are kept: argon2id, in threads beside the event loop, a few at a time (docs/api.md A-52).
import { hash, verify } from '@node-rs/argon2';

import { newSecret } from '#server/platform/secrets';

import { HashingGate, type Source } from './hashing-gate.ts';

/** The cost of a hash: memory in KiB, passes over it, and lanes. */
export interface HashingCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's second choice, the one that leaves memory to others. */
export const productionCost: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// About 50 a second on two cores: whoever waits longest waits a few seconds.
const size = { atOnce: 2, waiting: 150, waitingPerBlock: 100 };
/** A command of the operator, or a call whose address nobody asked for. */
const nowhere: Source = { block: '', isKnown: false };

/** Stands where an account has no password of its own: no hash, so nothing equals it. */
export const noPassword = 'none';

export function isPasswordHash(stored: string): boolean {
  return stored.startsWith('$argon2');
}

/** One text, one password: the same letters typed on another keyboard or system are the same (NIST 800-63B). */
function normalised(password: string): string {
  return password.normalize('NFKC');
}

/** One hasher for the whole process: it bounds how many hashes run at once. */
export function passwordHasher(cost = productionCost) {
  const gate = new HashingGate(size);
  const { memoryCost, timeCost, parallelism } = cost;
  const currentForm = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
  // Verified where there is no account, so that the answer takes as long.
  let decoyHash: Promise<string> | undefined;

  return {
    hash: (password: string, source = nowhere): Promise<string> =>
      gate.pass(source, () => hash(normalised(password), cost)),

    /** Does the same work for a `null` hash (no account), and returns false. */
    async verify(stored: string | null, password: string, source = nowhere): Promise<boolean> {
      // A value that is no hash is nobody's password either: an account may be without one.
      const own = stored !== null && isPasswordHash(stored) ? stored : null;
      return gate.pass(source, async () => {
        const known = own ?? (await (decoyHash ??= hash(newSecret(), cost)));
        return (await verify(known, normalised(password))) && own !== null;
      });
    },

    /** Whether a hash was made with less than today's cost, to be replaced at the next login. */
    isOutdated: (stored: string): boolean => !stored.startsWith(currentForm),
  };
}
export type PasswordHasher = ReturnType<typeof passwordHasher>;
