// Secrets in headers and links: 256 random bits. Only their hashes are stored.
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash. A fast hash suffices, because 256 bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
