// The rooms of this node: opened by the first to come, closed after the last has gone.
import { MeetingId, SessionId, TeamId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import { z } from 'zod';

import type { CutOff, CutTarget } from './cut-off.ts';
import { type Member, Room, type RoomDeps } from './room.ts';

const controlChannel = 'control';

const CutMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), sessionId: SessionId }),
  z.object({ kind: z.literal('user'), userId: UserId, exceptSession: SessionId.optional() }),
  z.object({ kind: z.literal('member'), teamId: TeamId, userId: UserId }),
  z.object({ kind: z.literal('team'), teamId: TeamId }),
  z.object({
    kind: z.literal('meeting'),
    meetingId: MeetingId,
    because: z.enum(['normal', 'refused']),
  }),
]);

type CutMessage = z.infer<typeof CutMessage>;

function concerns(cut: CutMessage, room: Room, member: Member): boolean {
  switch (cut.kind) {
    case 'session':
      return member.sessionId === cut.sessionId;
    case 'user':
      return member.person.userId === cut.userId && member.sessionId !== cut.exceptSession;
    case 'member':
      return member.teamId === cut.teamId && member.person.userId === cut.userId;
    case 'team':
      return member.teamId === cut.teamId;
    case 'meeting':
      return room.meetingId === cut.meetingId;
  }
}

function closeReason(cut: CutMessage) {
  if (cut.kind === 'meeting') return cut.because;
  return cut.kind === 'session' || cut.kind === 'user' ? 'sessionEnded' : 'refused';
}

/** Takes what rooms need; gives this node's rooms, listening for cut-offs from every node. */
export async function openRooms(deps: RoomDeps) {
  const rooms = new Map<MeetingId, Promise<Room>>();

  const unsubscribe = await deps.bus.subscribe(controlChannel, (message) => {
    const cut = CutMessage.parse(JSON.parse(message));
    for (const opening of rooms.values()) {
      void opening.then((room) =>
        room.cut((member) => concerns(cut, room, member), closeReason(cut)),
      );
    }
  });

  function room(meetingId: MeetingId): Promise<Room> {
    const known = rooms.get(meetingId);
    if (known) return known;
    const opening = new Room(meetingId, deps).open();
    rooms.set(meetingId, opening);
    // A room that could not be opened is tried anew by the next to come.
    opening.catch(() => rooms.delete(meetingId));
    return opening;
  }

  return {
    room,

    /** Who is in a meeting now, as far as this node knows. */
    async presence(meetingId: MeetingId) {
      const open = await rooms.get(meetingId);
      return open?.everybody() ?? [];
    },

    /** Takes a member out; an empty room stays until its people count as gone. */
    leave(room: Room, member: Member): void {
      room.leave(member);
      if (!room.isEmpty) return;
      deps.clock.after(liveLimits.presenceLinger * 2, () => {
        if (!room.isEmpty || !rooms.has(room.meetingId)) return;
        rooms.delete(room.meetingId);
        room.close();
      });
    },

    async close(): Promise<void> {
      unsubscribe();
      for (const opening of rooms.values()) (await opening).close();
      rooms.clear();
    },
  };
}
export type Rooms = Awaited<ReturnType<typeof openRooms>>;

/** Takes the bus; gives the call by which features end sockets on every node. */
export function cutOffBy(bus: RoomDeps['bus']): CutOff {
  return (target: CutTarget) => {
    bus.publish(controlChannel, JSON.stringify(target));
  };
}
