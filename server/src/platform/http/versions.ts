// ETag of responses and If-Match of changes (RFC 9110).
import type { FastifyReply } from 'fastify';

import { ApiError } from './api-error.ts';
import type { Command } from './command.ts';

function entityTag(version: number): string {
  return `"${version}"`;
}

export function versioned<T>(reply: FastifyReply, version: number, body: T): T {
  reply.header('ETag', entityTag(version));
  return body;
}

/** Throws if the command targets another version. `current` is the entity as the caller may see it. */
export function requireVersion(
  { ifMatch }: Command,
  current: Record<string, unknown> & { version: number },
): void {
  if (ifMatch === undefined || ifMatch === '*') return;
  // Weak tags never match, because W/"3" may stand for several states.
  const tags: string[] = ifMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (!tags.includes(entityTag(current.version)))
    throw new ApiError('STALE_VERSION', {}, { current });
}
