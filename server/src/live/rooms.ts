// All rooms of this node, each opened by its first member and closed some time after its last: heartbeat, disconnects, rechecks of access and roster.
import type { MeetingId, SessionId, SpectatorLinkId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { CloseReason } from '@wentwell/contract/live/live';

import { BatchQueue } from '#server/platform/batching';
import { repeatEvery } from '#server/platform/clock';
import { count } from '#server/platform/metrics/measure';

import { controlChannel, ControlMessage, messageListener } from './bus-messages.ts';
import { disconnectFrom } from './disconnect.ts';
import { LogPolling, type LogPollingDeps } from './log-polling.ts';
import type { Member, Participant } from './member.ts';
import type { KnownPresence } from './room-presence.ts';
import { Room, type RoomDeps } from './room.ts';

/** An empty room stays open until its last users count as gone. */
const emptyMaxAge = 2 * liveLimits.presenceLinger;

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

interface RoomMember {
  room: Room;
  member: Member;
}

interface RoomsDeps extends RoomDeps, LogPollingDeps {
  findLostAccess: FindLostAccess;
}

export class Rooms {
  readonly #deps: RoomsDeps;
  readonly #rooms = new Map<MeetingId, Promise<Room>>();
  readonly #polling: LogPolling;
  readonly #stops: (() => void)[] = [];
  // Disconnects since the start of each pending admission, whose socket is in no room yet.
  readonly #pendingAdmissions = new Set<ControlMessage[]>();
  readonly #guestRechecks = new BatchQueue<RoomMember>((guests) => this.#recheckAccess(guests));
  #divergences = 0;

  private constructor(deps: RoomsDeps) {
    this.#deps = deps;
    for (const { start, stop } of [
      repeatEvery(deps.clock, liveLimits.head, () => this.#heartbeat()),
      repeatEvery(deps.clock, liveLimits.screenRecheck, () => this.#recheckScreens()),
    ]) {
      start();
      this.#stops.push(() => void stop());
    }
    this.#polling = new LogPolling(() => this.#list(), deps);
    this.#stops.push(() => this.#polling.stop());
  }

  /** Resolves once disconnects of every node are received, and this node has its lease. */
  static async open(deps: RoomsDeps): Promise<Rooms> {
    const rooms = new Rooms(deps);
    const listener = messageListener(ControlMessage, deps.logger, (message) =>
      rooms.#onControlMessage(message),
    );
    rooms.#stops.push(await deps.bus.subscribe(controlChannel, listener));
    await rooms.#startRoster();
    return rooms;
  }

  openRoom(meetingId: MeetingId): Promise<Room> {
    const existing = this.#rooms.get(meetingId);
    if (existing) return existing;
    const opening = new Room(meetingId, this.#deps).open();
    this.#rooms.set(meetingId, opening);
    // The next member tries again to open a room that could not be opened.
    opening.catch(() => this.#rooms.delete(meetingId));
    return opening;
  }

  /** Call before an admission. `applyTo` disconnects the joined member if one of the disconnects includes it. */
  collectDisconnects(): { applyTo(joined: RoomMember): void; end(): void } {
    const disconnects: ControlMessage[] = [];
    this.#pendingAdmissions.add(disconnects);
    return {
      applyTo({ room, member }) {
        for (const message of disconnects) disconnectFrom([room], message, member);
      },
      end: () => void this.#pendingAdmissions.delete(disconnects),
    };
  }

  /** Disconnects a guest who has lost access. Guests who join at one moment share a query. Never rejects. */
  recheckGuest(guest: RoomMember): Promise<void> {
    return this.#guestRechecks.run([guest]);
  }

  async presence(meetingId: MeetingId): Promise<KnownPresence> {
    const room = await this.#rooms.get(meetingId);
    if (room) return room.presence.known();
    const lastSeen = this.#deps.clock.now().toISOString();
    const elsewhere = await this.#deps.roster
      .participantsElsewhere(meetingId)
      .catch(() => new Map<string, Participant[]>());
    const byId = new Map([...elsewhere.values()].flat().map((each) => [each.userId, each]));
    return { presence: [...byId.values()].map((each) => ({ ...each, isOnline: true, lastSeen })) };
  }

  /** Faults between nodes, one sentence for each. */
  degradedBy(): string[] {
    const unshown = this.#deps.roster.problem();
    return [...this.#polling.delayReasons(), ...(unshown === null ? [] : [unshown])];
  }

  /** Counts clients' boards that differ from the server's, a defect (docs/live-protocol.md S-38). */
  reportDivergence(meetingId: MeetingId, seq: number): void {
    this.#divergences += 1;
    count('divergences');
    const divergences = this.#divergences;
    this.#deps.logger.warn({ meetingId, seq, divergences }, 'a board differs from its history');
  }

  get openBoards(): number {
    return this.#rooms.size;
  }

  get divergences(): number {
    return this.#divergences;
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#closeAll();
    await this.#deps.roster.close();
  }

  #onControlMessage(message: ControlMessage): void {
    for (const disconnects of this.#pendingAdmissions) disconnects.push(message);
    void this.#list().then((rooms) => disconnectFrom(rooms, message));
  }

  async #heartbeat(): Promise<void> {
    for (const room of await this.#list()) {
      if (room.emptyForMs >= emptyMaxAge) {
        this.#close(room);
      } else {
        room.sendHead();
        room.refreshPresence();
      }
    }
    await this.#recheckAccess(await this.#members());
  }

  /** A screen's access depends on its link's creator, and no event announces that it has ended. */
  async #recheckScreens(): Promise<void> {
    const screens = (await this.#members()).filter(({ member }) => member.kind === 'screen');
    if (screens.length > 0) await this.#recheckAccess(screens);
  }

  /** Disconnects those who have lost their rights, in case a message was lost (docs/live-protocol.md S-52). Never rejects. */
  async #recheckAccess(members: readonly RoomMember[]): Promise<void> {
    const sockets = members.map(({ room: { meetingId }, member }) =>
      member.kind === 'person'
        ? { meetingId, sessionId: member.sessionId }
        : { meetingId, linkId: member.linkId },
    );
    try {
      const lost = await this.#deps.findLostAccess(sockets);
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
      this.#deps.logger.warn({ err: error }, 'the rights of connected users could not be checked');
    }
  }

  async #members(): Promise<RoomMember[]> {
    const rooms = await this.#list();
    return rooms.flatMap((room) => [...room.members].map((member) => ({ room, member })));
  }

  /** Resolves with all rooms, after those being opened. */
  async #list(): Promise<Room[]> {
    const all = await Promise.allSettled(this.#rooms.values());
    return all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  async #forEach(action: (room: Room) => void): Promise<void> {
    for (const room of await this.#list()) action(room);
  }

  /** Disconnects everybody; their clients reconnect. */
  #closeAll(): Promise<void> {
    return this.#forEach((room) => this.#close(room));
  }

  #close(room: Room): void {
    this.#rooms.delete(room.meetingId);
    room.close('goingAway');
  }

  async #startRoster(): Promise<void> {
    await this.#deps.roster.start({
      onLeasesEnded: (leases) => void this.#forEach((room) => room.presence.removeLeases(leases)),
      onLeaseReplaced: () => void this.#forEach((room) => room.refreshPresence()),
      onProcessPaused: () => {
        this.#deps.logger.warn(
          'this process was paused: its sockets are closed, clients reconnect',
        );
        void this.#closeAll();
      },
    });
  }
}
