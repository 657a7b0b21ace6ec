// The rooms of this node: opened by the first to come, closed after the last has gone. What is asked of the database
// or the roster for all of them together is asked here, once for the node.
import type { MeetingId, SessionId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { CloseReason, PresenceEntry } from '@wentwell/contract/live';

import { controlChannel, ControlMessage, messageListener } from './bus-messages.ts';
import type { DeafNodes } from './deaf-nodes.ts';
import type { Disconnect, CutTarget } from './disconnect.ts';
import { type Member, Room, type RoomDeps } from './room.ts';

/** Somebody's right to a socket, and what became of it. */
export interface SocketRight {
  meetingId: MeetingId;
  sessionId: SessionId;
}

/** For each socket, in order: why its user may no longer be connected, or null. */
export type LostRights = (
  asked: readonly SocketRight[],
) => Promise<
  readonly (Extract<CloseReason, 'refused' | 'sessionEnded' | 'normal' | 'notLive'> | null)[]
>;

export interface RoomsDeps extends RoomDeps {
  lostRights: LostRights;
  /** Null where this node works alone. */
  deafNodes: DeafNodes | null;
}

/** An empty room is kept until its people count as gone. */
const emptyMaxAge = 2 * liveLimits.presenceLinger;

type Cut = Exclude<ControlMessage, { kind: 'was-away' }>;

function concerns(cut: Cut, room: Room, member: Member): boolean {
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

function closeReason(cut: Cut) {
  if (cut.kind === 'meeting') return cut.because;
  if (cut.kind === 'session') return cut.because ?? 'sessionEnded';
  return cut.kind === 'user' ? 'sessionEnded' : 'refused';
}

/** The rooms of this node. They listen for disconnects from every node. */
export async function openRooms(deps: RoomsDeps) {
  const { bus, clock, log, logger, roster } = deps;
  const rooms = new Map<MeetingId, Promise<Room>>();
  let otherIsDeaf = false;
  let divergences = 0;

  /** Those that are open, or about to be. */
  async function opened(): Promise<Room[]> {
    const all = await Promise.allSettled(rooms.values());
    return all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  async function forEach(act: (room: Room) => unknown): Promise<void> {
    for (const room of await opened()) await act(room);
  }

  const unsubscribe = await bus.subscribe(
    controlChannel,
    messageListener(ControlMessage, logger, (hint) => {
      if (hint.kind === 'was-away') void lookIntoLog();
      else void cut(hint);
    }),
  );

  async function cut(hint: Cut): Promise<void> {
    const reason = closeReason(hint);
    for (const room of await opened()) {
      void room.cut((member) => concerns(hint, room, member), reason);
      if (hint.kind === 'member') room.forget(hint.userId, hint.teamId);
      if (hint.kind === 'user' && hint.forget) room.forget(hint.userId, null);
    }
  }

  /** One query for all boards; those that the bus has told too little of catch up. */
  async function lookIntoLog(): Promise<void> {
    try {
      const open = await opened();
      const heads = await log.heads(open.map(({ meetingId }) => meetingId));
      const told = open.flatMap((room) => {
        const head = heads.get(room.meetingId);
        return head ? [room.heardOf(head)] : [];
      });
      await Promise.all(told);
    } catch (error) {
      logger.warn({ err: error }, 'the log could not be looked into');
    }
  }

  /** Closes the sockets of those among `members` who may no longer hold one. */
  async function recheck(members: readonly { room: Room; member: Member }[]): Promise<void> {
    const asked = members.map(({ room: { meetingId }, member: { sessionId } }) => ({
      meetingId,
      sessionId,
    }));
    try {
      const lost = await deps.lostRights(asked);
      const leaving = new Map(members.map(({ member }, index) => [member, lost[index] ?? null]));
      const reasons = new Set(lost.filter((reason) => reason !== null));
      const refused = [...leaving.keys()].filter((member) => leaving.get(member) === 'refused');
      for (const room of new Set(members.map((each) => each.room))) {
        for (const reason of reasons) {
          await room.cut((member) => leaving.get(member) === reason, reason);
        }
        for (const { person, teamId } of refused) room.forget(person.userId, teamId);
      }
    } catch (error) {
      logger.warn({ err: error }, 'rights could not be checked');
    }
  }

  async function beat(): Promise<void> {
    await lookIntoLog();
    const open = await opened();
    for (const room of open) {
      if (room.emptyFor >= emptyMaxAge) {
        closeRoom(room);
        continue;
      }
      room.beat();
      room.refreshPeople();
    }
    await recheck(open.flatMap((room) => [...room.members].map((member) => ({ room, member }))));
  }

  function closeRoom(room: Room): void {
    rooms.delete(room.meetingId);
    room.close('goingAway');
  }

  /** Runs after every `ms`, never twice at once. */
  function every(ms: number, act: () => Promise<void>): () => void {
    let stopped = false;
    let cancel = () => {};
    const next = (): void => {
      if (!stopped) cancel = clock.setTimer(ms, () => void act().finally(next));
    };
    next();
    return () => {
      stopped = true;
      cancel();
    };
  }

  const stopBeating = every(liveLimits.head, beat);

  /** Reads the log while the bus cannot carry everything: where it does not reach this node, or another one. */
  async function pollWhileDeaf(): Promise<void> {
    const isDeaf = !bus.healthy();
    try {
      otherIsDeaf = (await deps.deafNodes?.exchange(isDeaf)) ?? false;
    } catch (error) {
      logger.debug({ err: error }, 'which nodes are deaf is not known now');
    }
    if (isDeaf || otherIsDeaf) await lookIntoLog();
  }

  const stopPolling = deps.deafNodes ? every(liveLimits.busAwayPoll, pollWhileDeaf) : () => {};

  function followHealth(healthy: boolean): void {
    void pollWhileDeaf();
    if (!healthy) return;
    void lookIntoLog();
    bus.publish(controlChannel, JSON.stringify({ kind: 'was-away' } satisfies ControlMessage));
    void forEach((room) => {
      room.refreshPeople();
    });
  }
  const stopFollowing = bus.onHealth(followHealth);
  if (!bus.healthy()) followHealth(false);

  await roster.start({
    ended: (leases) =>
      void forEach((room) => {
        room.ended(leases);
      }),
    renewed: () =>
      void forEach((room) => {
        room.refreshPeople();
      }),
    stoodStill: () => {
      logger.warn('this process stood still: its sockets are closed, their clients come back');
      void forEach(closeRoom);
    },
  });

  return {
    /** The room of a board, opened if it is not. */
    room(meetingId: MeetingId): Promise<Room> {
      const known = rooms.get(meetingId);
      if (known) return known;
      const opening = new Room(meetingId, deps).open();
      rooms.set(meetingId, opening);
      // A room that could not be opened is tried anew by the next to come.
      opening.catch(() => rooms.delete(meetingId));
      return opening;
    },

    /** Rechecks the rights of a socket that was just admitted: a disconnect sent before then would have been missed. */
    recheck,

    /** Who is in a meeting now, on whatever node. */
    async presence(meetingId: MeetingId): Promise<PresenceEntry[]> {
      const open = await rooms.get(meetingId);
      if (open) return open.everybody();
      const lastSeen = clock.now().toISOString();
      const elsewhere = await roster.elsewhere(meetingId).catch(() => new Map<string, never>());
      const people = new Map([...elsewhere.values()].flat().map((one) => [one.userId, one]));
      return [...people.values()].map((one) => ({ ...one, isOnline: true, lastSeen }));
    },

    /** A client's board is not the server's: counted, for it must never happen (docs/live-protocol.md S-38). */
    diverged(meetingId: MeetingId, seq: number): void {
      divergences += 1;
      logger.warn({ meetingId, seq, divergences }, 'a board differs from its history');
    },

    /** Why changes travel more slowly than they should, one sentence for each reason. */
    delayedBy(): string[] {
      return [
        ...(bus.healthy() ? [] : ['Redis is away: changes reach other nodes late']),
        ...(otherIsDeaf ? ['Redis is away for another node: its changes arrive late'] : []),
      ];
    },

    /** How many boards were found to differ since the start. */
    get divergences(): number {
      return divergences;
    },

    async close(): Promise<void> {
      unsubscribe();
      stopFollowing();
      stopPolling();
      stopBeating();
      await forEach(closeRoom);
      await roster.close();
    },
  };
}
export type Rooms = Awaited<ReturnType<typeof openRooms>>;

/** The function by which features close sockets on every node. */
export function disconnectOver(bus: RoomDeps['bus']): Disconnect {
  return (target: CutTarget) => {
    bus.publish(controlChannel, JSON.stringify(target satisfies ControlMessage));
  };
}
