// Who is calling: set on the request before any route runs, by whoever knows how to read the token.
import type { SessionId, UserId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';

import { Refusal } from './refusal.ts';

/** A signed-in person, as every service sees them. */
export interface Caller {
  userId: UserId;
  sessionId: SessionId;
  email: string;
  displayName: string;
  isSuperuser: boolean;
}

/** Takes a bearer token; gives who holds it, or null when it is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Caller | null>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The route answers without a login. */
    public?: boolean;
    /** The route takes a form instead of JSON. */
    form?: boolean;
  }
}

/** Takes the Authorization header; gives the bearer token in it, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{1,200})$/i.exec(header ?? '')?.[1] ?? null;
}

/** Takes a request of a route that is not public; gives its caller. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Refusal('NOT_AUTHENTICATED');
  return request.caller;
}
