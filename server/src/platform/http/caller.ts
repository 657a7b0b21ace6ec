// The caller: set on the request before any route runs, by the feature that can read the token.
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { MeetingId, SessionId, UserId } from '@wentwell/contract/ids';
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
  /** First and last name; empty where there are none. */
  fullName: string;
  isSuperuser: boolean;
  isVerified: boolean;
  /** The theme of their pages, once they have chosen one. */
  theme?: string | null;
  /** The one meeting of a guest, outside of which they find nothing (docs/api.md A-50). */
  guestOf?: MeetingId;
  /** A guest who only reads. */
  isMuted?: boolean;
  /** As whom they write in the meeting that they ask for, if it is anonymous and they sent a key. */
  authorHash?: AuthorHash | null;
  /** As whom they delete the thing with this id there; null without a key. */
  deleterHash?: ((id: string) => AuthorHash) | null;
  /** Set for a superuser: their acts in a team that is not theirs are in the audit log. */
  origin?: Origin;
}

export interface Origin {
  /** The network address, as far as trusted proxies tell it. */
  address: string;
  requestId: string;
}

/** The deleter of a thing, who may take that back: a person, or in an anonymous meeting the holder of a key. */
export interface Deleter {
  deletedBy: UserId | null;
  deletedByHash: AuthorHash | null;
}

export interface Actor extends Caller, Origin {}

/** Null when the token is unknown, expired or revoked. The use of the session is recorded unless told otherwise. */
export type Authenticate = (
  token: string,
  options?: { recordsUse: boolean },
) => Promise<Caller | null>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The route answers without a login. */
    public?: boolean;
    /** Guests of the meeting in its address may call it; those who are muted, where it `reads`. To guests, others are not there. */
    guests?: 'read' | 'write';
    /** The route takes a form instead of JSON. */
    form?: boolean;
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

/** As whom `by` deletes the thing with this id; `authorId` is null where they have no name. */
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
