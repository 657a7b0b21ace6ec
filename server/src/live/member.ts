import type { Viewer } from '@wentwell/contract/author-keys';
import type { SessionId, SpectatorLinkId, TeamId, UserId } from '@wentwell/contract/ids';
import type { CloseReason } from '@wentwell/contract/live';

/** A user as presence shows them; taken from the session, never from what a client writes. */
export interface Participant {
  userId: UserId;
  userName: string;
  email: string;
  isGuest?: boolean | undefined;
  isMuted?: boolean | undefined;
}

/** One open socket, as its room sees it. A room knows members, never sockets. */
interface MemberBase {
  /** Names this socket to other nodes where the user must not be named. */
  key: string;
  teamId: TeamId;
  /** They are told of presence by differences, and of nobody's coming and going besides. */
  readsPresenceDeltas: boolean;
  /** Writes bytes; a droppable frame may be left out when the reader is slow. */
  send(bytes: Buffer, isDroppable: boolean): void;
  /** Runs queries for this member alone, once the gate of their account lets them through. `cost` is 1 by default. */
  runAtGate<T>(work: () => Promise<T>, cost?: number): Promise<T>;
  /** Resolves when little waits to be written, or when the socket has closed. */
  whenDrained(): Promise<void>;
  close(reason: CloseReason): void;
}

/** A tab of a user. */
export interface PersonMember extends MemberBase {
  kind: 'person';
  user: Participant;
  /** As whom they read the board's changes. */
  viewer: Viewer;
  /** They are a member of the team, and not a superuser who looks on. */
  takesPart: boolean;
  sessionId: SessionId;
}

/** A screen, which shows the board by its link: nobody in particular, who sees the least. */
export interface ScreenMember extends MemberBase {
  kind: 'screen';
  linkId: SpectatorLinkId;
}

export type Member = PersonMember | ScreenMember;

export function isGuest(member: Member): boolean {
  return member.kind === 'person' && member.user.isGuest === true;
}

/** Those who are told the same. */
export type Audience = 'team' | 'guests' | 'screens';

export function audienceOf(member: Member): Audience {
  if (member.kind === 'screen') return 'screens';
  return isGuest(member) ? 'guests' : 'team';
}

/** As whom the member sees the board; null is nobody in particular. */
export function viewerOf(member: Member): Viewer | null {
  return member.kind === 'person' ? member.viewer : null;
}
