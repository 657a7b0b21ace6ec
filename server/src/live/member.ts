import type { SessionId, SpectatorLinkId, TeamId } from '@wentwell/contract/ids';
import { type CloseReason, PresenceEntry } from '@wentwell/contract/live/live';
import type { Viewer } from '@wentwell/contract/notes/author-keys';
import type { z } from 'zod';

/** A user as presence shows them; taken from the session, never from what a client writes. */
export const Participant = PresenceEntry.omit({ isOnline: true, lastSeen: true });
export type Participant = z.infer<typeof Participant>;

/** One open socket, as its room sees it. A room knows members, never sockets. */
interface MemberBase {
  /** Identifies this socket to other nodes if the user must stay anonymous. */
  key: string;
  teamId: TeamId;
  /** The client reads presence deltas, so it gets no lists, `user_joined` or `user_left`. */
  readsPresenceDeltas: boolean;
  /** Writes bytes; a droppable frame may be left out when the reader is slow. */
  send(bytes: Buffer, isDroppable: boolean): void;
  /** Runs this member's queries in their turn at the account's gate. `cost` defaults to 1. */
  runAtGate<T>(work: () => Promise<T>, cost?: number): Promise<T>;
  /** Resolves when little waits to be written, or when the socket has closed. */
  whenDrained(): Promise<void>;
  close(reason: CloseReason): void;
}

/** A tab of a user. */
export interface PersonMember extends MemberBase {
  kind: 'person';
  user: Participant;
  /** The viewer that decides which parts of changes the member sees. */
  viewer: Viewer;
  /** False for a superuser who only looks on. */
  takesPart: boolean;
  sessionId: SessionId;
}

/** A spectator screen, which gets the public view. */
export interface ScreenMember extends MemberBase {
  kind: 'screen';
  linkId: SpectatorLinkId;
}

export type Member = PersonMember | ScreenMember;

export function isGuest(member: Member): boolean {
  return member.kind === 'person' && member.user.isGuest === true;
}

/** Members who get the same signals. */
export type Audience = 'team' | 'guests' | 'screens';

export function audienceOf(member: Member): Audience {
  if (member.kind === 'screen') return 'screens';
  return isGuest(member) ? 'guests' : 'team';
}

/** The viewer of the member. Null: the public view. */
export function viewerOf(member: Member): Viewer | null {
  return member.kind === 'person' ? member.viewer : null;
}
