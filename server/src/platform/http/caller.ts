// Who is calling: set on the request before any route runs, by whoever knows how to read the token.
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { SessionId, UserId } from '@wentwell/contract/ids';
import type { FastifyRequest } from 'fastify';

import { ApiError } from './api-error.ts';
import { authorOnBoard } from './author-key.ts';

/** A signed-in person, as every service sees them. */
export interface Caller {
  userId: UserId;
  sessionId: SessionId;
  email: string;
  firstName: string;
  lastName: string;
  displayName: string;
  /** First and last name; empty where there are none. */
  fullName: string;
  isSuperuser: boolean;
  isVerified: boolean;
  /** As whom they write in the meeting that they ask for, if it is anonymous and they sent a key. */
  authorHash?: AuthorHash | null;
}

/** A caller with where the request came from, for the audit log. */
export interface Actor extends Caller {
  /** The network address, as far as trusted proxies tell it. */
  address: string;
  requestId: string;
}

/** Null when the token is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Caller | null>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The route answers without a login. */
    public?: boolean;
    /** Its callers may write without a name: then no log and no receipt tells who asked. */
    isByAuthor?: boolean;
    /** The route takes a form instead of JSON. */
    form?: boolean;
    /** The log does not say who sent it, nor from where. */
    anonymous?: boolean;
  }
}

export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{1,200})$/i.exec(header ?? '')?.[1] ?? null;
}

/** Throws NOT_AUTHENTICATED where the request has no token, which happens on public routes only. */
export function tokenOf(request: FastifyRequest): string {
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw new ApiError('NOT_AUTHENTICATED');
  return token;
}

/** Throws NOT_AUTHENTICATED where nobody is logged in, which happens on public routes only. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new ApiError('NOT_AUTHENTICATED');
  const authorHash = authorOnBoard(request);
  return authorHash === null ? request.caller : { ...request.caller, authorHash };
}

/** The caller with what the audit log records of the request. */
export function actorOf(request: FastifyRequest): Actor {
  return { ...callerOf(request), address: request.ip, requestId: request.id };
}
