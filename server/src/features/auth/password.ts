// Password hashing: argon2id in worker threads, with limited concurrency (docs/api.md A-52).
import { hash, verify } from '@node-rs/argon2';

import { newSecret } from '#server/platform/secrets';

import { HashingGate, type Source } from './hashing-gate.ts';

/** Argon2 parameters: memory in KiB, iterations, parallelism. */
export interface HashingCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's second recommendation, which uses less memory. */
export const productionCost: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Two cores hash about 50 passwords a second, so the longest wait is a few seconds.
const size = { concurrency: 2, waiting: 150, waitingPerBlock: 100 };
/** For operator commands and calls without a network address. */
const unknownSource: Source = { block: '', isKnown: false };

/** Stored for accounts without a password. It is not a hash, so no password matches. */
export const noPassword = 'none';

export function isPasswordHash(stored: string): boolean {
  return stored.startsWith('$argon2');
}

/** Makes equal text from different keyboards and systems compare equal (NIST 800-63B). */
function normalised(password: string): string {
  return password.normalize('NFKC');
}

/** Create one per process, because it limits concurrent hashing. */
export function passwordHasher(cost = productionCost) {
  const gate = new HashingGate(size);
  const { memoryCost, timeCost, parallelism } = cost;
  const currentForm = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
  // Verified if there is no account, so that the response takes equally long.
  let decoyHash: Promise<string> | undefined;

  return {
    hash: (password: string, source = unknownSource): Promise<string> =>
      gate.pass(source, () => hash(normalised(password), cost)),

    /** For a `null` hash (no account), does the same work and returns false. */
    async verify(
      stored: string | null,
      password: string,
      source = unknownSource,
    ): Promise<boolean> {
      // An account without a password stores `noPassword`, which never matches.
      const own = stored !== null && isPasswordHash(stored) ? stored : null;
      return gate.pass(source, async () => {
        const known = own ?? (await (decoyHash ??= hash(newSecret(), cost)));
        return (await verify(known, normalised(password))) && own !== null;
      });
    },

    /** True if the hash has other parameters than today's. The next login replaces it. */
    isOutdated: (stored: string): boolean => !stored.startsWith(currentForm),
  };
}
export type PasswordHasher = ReturnType<typeof passwordHasher>;
