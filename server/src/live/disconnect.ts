// Closes sockets whose users lost access: a feature publishes the target, and every node closes its own sockets.
import type { CloseReason } from '@wentwell/contract/live/live';

import type { Bus } from '#server/platform/bus/bus';

import { controlChannel, type ControlMessage } from './bus-messages.ts';
import type { Member } from './member.ts';
import type { Room } from './room.ts';

/** Call after the commit that ended the access. */
export type Disconnect = (target: ControlMessage) => void;

export function createDisconnect(bus: Bus): Disconnect {
  return (target) => bus.publish(controlChannel, JSON.stringify(target));
}

function isAffected(target: ControlMessage, room: Room, member: Member): boolean {
  const { kind } = member;
  switch (target.kind) {
    case 'session':
      return kind === 'person' && member.sessionId === target.sessionId;
    case 'user':
      return (
        kind === 'person' &&
        member.user.userId === target.userId &&
        member.sessionId !== target.exceptSession
      );
    case 'guest':
      return kind === 'person' && member.user.userId === target.userId;
    case 'member':
      return (
        kind === 'person' && member.teamId === target.teamId && member.user.userId === target.userId
      );
    case 'screens':
      return kind === 'screen' && room.meetingId === target.meetingId;
    case 'team':
    case 'resync':
      return member.teamId === target.teamId;
    case 'meeting':
      return room.meetingId === target.meetingId;
  }
}

function closeReason(target: ControlMessage): CloseReason {
  if (target.kind === 'meeting') return target.because;
  if (target.kind === 'screens') return 'linkRevoked';
  if (target.kind === 'session') return target.because ? 'rightsChanged' : 'sessionEnded';
  if (target.kind === 'guest') return 'rightsChanged';
  return target.kind === 'user' ? 'sessionEnded' : 'refused';
}

/** Closes the target's sockets on this node. With `joined`, only this member's. */
export function disconnectFrom(
  rooms: readonly Room[],
  target: ControlMessage,
  joined?: Member,
): void {
  const reason = closeReason(target);
  for (const room of rooms) {
    if (joined && !isAffected(target, room, joined)) continue;
    const isSelected = (member: Member): boolean => !joined || member === joined;
    const isMeant = (member: Member): boolean =>
      isSelected(member) && isAffected(target, room, member);
    if (target.kind === 'resync') room.resync(isMeant);
    else void room.disconnect(isMeant, reason);
    if (target.kind === 'member') room.presence.remove(target.userId, target.teamId);
    const isForgotten = target.kind === 'guest' || (target.kind === 'user' && target.forget);
    if (isForgotten) room.presence.remove(target.userId, null);
  }
}
