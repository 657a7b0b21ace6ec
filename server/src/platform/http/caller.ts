// The caller: set on the request before any route runs.
import type { MeetingId, SessionId, UserId } from '@wentwell/contract/ids';
import type { AuthorHash } from '@wentwell/contract/notes/author-keys';
import type { FastifyRequest } from 'fastify';

import { ApiError } from './api-error.ts';
import { authorOnBoard, deleterOnBoard } from './author-key.ts';

export interface Caller {
  userId: UserId;
  sessionId: SessionId;
  email: string;
  firstName: string;
  lastName: string;
  displayName: string;
  /** First and last name. Empty if both are empty. */
  fullName: string;
  isSuperuser: boolean;
  isVerified: boolean;
  /** The chosen theme of the pages. */
  theme?: string | null;
  /** The guest's only meeting. Guests get 404 for everything else (docs/api.md A-50). */
  guestOf?: MeetingId;
  /** A read-only guest. */
  isMuted?: boolean;
  /** The author hash in the request's anonymous meeting, if the request has a key. */
  authorHash?: AuthorHash | null;
  /** The deleter hash for an item id. Null without a key. */
  deleterHash?: ((id: string) => AuthorHash) | null;
  /** Set for superusers: the audit log records their actions in other teams. */
  origin?: Origin;
}

export interface Origin {
  /** The client's network address according to trusted proxies. */
  address: string;
  requestId: string;
}

/** The deleter of an item, who may restore it: a user, or a key holder in an anonymous meeting. */
export interface Deleter {
  deletedBy: UserId | null;
  deletedByHash: AuthorHash | null;
}

export interface Actor extends Caller, Origin {}

/** Resolves to null if the token is unknown, expired or revoked. Records the session's use by default. */
export type Authenticate = (
  token: string,
  options?: { recordsUse: boolean },
) => Promise<Caller | null>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The route needs no login. */
    public?: boolean;
    /** Guests of the path's meeting may call it, muted ones only with `read`. Guests get 404 from all other routes. */
    guests?: 'read' | 'write';
    /** The route accepts a form instead of JSON. */
    form?: boolean;
  }
}

export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{1,200})$/i.exec(header ?? '')?.[1] ?? null;
}

/** Throws NOT_AUTHENTICATED if the request has no token, which only happens on public routes. */
export function tokenOf(request: FastifyRequest): string {
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw new ApiError('NOT_AUTHENTICATED');
  return token;
}

/** Throws NOT_AUTHENTICATED if nobody is logged in, which only happens on public routes. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new ApiError('NOT_AUTHENTICATED');
  const caller = request.caller.isSuperuser
    ? { ...request.caller, origin: originOf(request) }
    : request.caller;
  const authorHash = authorOnBoard(request);
  if (authorHash === null) return caller;
  return { ...caller, authorHash, deleterHash: deleterOnBoard(request) };
}

function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, requestId: request.id };
}

/** Identifies `by` as the deleter of this item. `authorId` is null for anonymous callers. */
export function deleterOf(id: string, authorId: UserId | null, by: Caller): Deleter {
  if (authorId !== null) return { deletedBy: authorId, deletedByHash: null };
  return { deletedBy: null, deletedByHash: by.deleterHash?.(id) ?? null };
}

export function hasDeleted(
  { id, deletedBy, deletedByHash }: Deleter & { id: string },
  by: Caller,
): boolean {
  return deletedByHash === null ? deletedBy === by.userId : deletedByHash === by.deleterHash?.(id);
}

export function actorOf(request: FastifyRequest): Actor {
  return { ...callerOf(request), ...originOf(request) };
}
