// Asks the database whether members may stay connected, in case a message was lost (docs/live-protocol.md S-52).
import type { MeetingId, SessionId, SpectatorLinkId } from '@wentwell/contract/ids';
import type { CloseReason } from '@wentwell/contract/live/live';
import type { Logger } from 'pino';

import type { Member } from './member.ts';
import type { Room } from './room.ts';

/** The right by which a socket was admitted: a user's session, or a screen's link. */
export type SocketAccess = { meetingId: MeetingId } & (
  | { sessionId: SessionId }
  | { linkId: SpectatorLinkId }
);

/** Returns for each socket, in order, the reason to close it, or null. */
export type FindLostAccess = (
  sockets: readonly SocketAccess[],
) => Promise<
  readonly (Extract<
    CloseReason,
    'refused' | 'sessionEnded' | 'linkRevoked' | 'normal' | 'notLive'
  > | null)[]
>;

export interface RoomMember {
  room: Room;
  member: Member;
}

/** Disconnects the members who have lost their rights. Never rejects. */
export async function recheckAccess(
  findLostAccess: FindLostAccess,
  members: readonly RoomMember[],
  logger: Logger,
): Promise<void> {
  const sockets = members.map(({ room: { meetingId }, member }) =>
    member.kind === 'person'
      ? { meetingId, sessionId: member.sessionId }
      : { meetingId, linkId: member.linkId },
  );
  try {
    const lost = await findLostAccess(sockets);
    const reasonOf = new Map(members.map(({ member }, index) => [member, lost[index] ?? null]));
    const reasons = new Set(lost.filter((reason) => reason !== null));
    const refused = [...reasonOf.keys()].filter((member) => reasonOf.get(member) === 'refused');
    for (const room of new Set(members.map((each) => each.room))) {
      for (const reason of reasons) {
        await room.disconnect((member) => reasonOf.get(member) === reason, reason);
      }
      for (const member of refused) {
        if (member.kind === 'person') room.presence.remove(member.user.userId, member.teamId);
      }
    }
  } catch (error) {
    logger.warn({ err: error }, 'the rights of connected users could not be checked');
  }
}
