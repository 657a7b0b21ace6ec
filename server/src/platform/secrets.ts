// Secrets that travel in a header or a link: 256 random bits, of which only a hash is ever stored.
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash that is stored and looked up. It is fast on purpose: a secret of 256 bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
