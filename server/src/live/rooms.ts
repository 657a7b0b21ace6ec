// All rooms of this node: heartbeat, disconnects, roster and polling of the log.
import type { MeetingId, SessionId, SpectatorLinkId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { CloseReason } from '@wentwell/contract/live';
import type { Logger } from 'pino';

import { BatchQueue } from '#server/platform/batching';
import type { Bus } from '#server/platform/bus/bus';
import { type Clock, repeatEvery } from '#server/platform/clock';
import { count } from '#server/platform/metrics/measure';

import { controlChannel, ControlMessage, messageListener } from './bus-messages.ts';
import type { ChangeLog } from './change-log.ts';
import { disconnectFrom } from './disconnect.ts';
import type { BoardHead } from './log-follower.ts';
import type { Participant, Member } from './member.ts';
import type { KnownPresence } from './room-presence.ts';
import { Room, type RoomDeps } from './room.ts';

/** An empty room stays open until its last users count as gone. */
const emptyMaxAge = 2 * liveLimits.presenceLinger;

/** The rooms of this node, each opened by its first member and closed some time after its last. */
class RoomRegistry {
  readonly #deps: RoomDeps;
  readonly #rooms = new Map<MeetingId, Promise<Room>>();

  constructor(deps: RoomDeps) {
    this.#deps = deps;
  }

  /** Returns a board's room. Opens it if needed. */
  openRoom(meetingId: MeetingId): Promise<Room> {
    const existing = this.#rooms.get(meetingId);
    if (existing) return existing;
    const opening = new Room(meetingId, this.#deps).open();
    this.#rooms.set(meetingId, opening);
    // The next member tries again to open a room that could not be opened.
    opening.catch(() => this.#rooms.delete(meetingId));
    return opening;
  }

  get size(): number {
    return this.#rooms.size;
  }

  find(meetingId: MeetingId): Promise<Room> | undefined {
    return this.#rooms.get(meetingId);
  }

  /** Resolves with all rooms, after those being opened. */
  async list(): Promise<Room[]> {
    const all = await Promise.allSettled(this.#rooms.values());
    return all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  async forEach(action: (room: Room) => void): Promise<void> {
    for (const room of await this.list()) action(room);
  }

  /** Returns whether the room was closed because it has been empty for long enough. */
  closeIfAbandoned(room: Room): boolean {
    if (room.emptyForMs < emptyMaxAge) return false;
    this.#close(room);
    return true;
  }

  /** Disconnects everybody; their clients reconnect. */
  async closeAll(): Promise<void> {
    await this.forEach((room) => this.#close(room));
  }

  #close(room: Room): void {
    this.#rooms.delete(room.meetingId);
    room.close('goingAway');
  }
}

// Asks the database whether members may stay connected, in case a message was lost (docs/live-protocol.md S-52).

/** The right by which a socket was admitted: a user's session, or a screen's link. */
type SocketAccess = { meetingId: MeetingId } & (
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

/** Disconnects the members who have lost their rights. Never rejects. */
async function recheckAccess(
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
        if (member.kind === 'person') room.removeParticipant(member.user.userId, member.teamId);
      }
    }
  } catch (error) {
    logger.warn({ err: error }, 'the rights of connected users could not be checked');
  }
}

// Polls the heads of this node's boards, in case the bus loses a change (docs/live-protocol.md S-36, S-37).

interface LogPollingDeps {
  bus: Bus;
  clock: Clock;
  log: ChangeLog;
  logger: Logger;
  /** Reads an era that another node has started. */
  refreshEra(): Promise<void>;
  /** Starts a new era, because the database has lost changes that this node has seen. */
  renewHistory(): Promise<void>;
}

/** The number of polls for which a change lost by the bus is reported. */
const reportedPolls = liveLimits.head / liveLimits.headPoll;

function isBehind(stored: BoardHead | undefined, { epoch, seq }: BoardHead): boolean {
  return stored !== undefined && stored.epoch === epoch && stored.seq < seq;
}

class LogPolling {
  readonly #deps: LogPollingDeps;
  readonly #registry: RoomRegistry;
  #pollsToReport = 0;
  /** Polls that do not yet count changes read while the bus was away. */
  #pollsToIgnore = 0;
  #isReadable = true;
  readonly #stop: () => void;

  /** Starts at once. */
  constructor(registry: RoomRegistry, deps: LogPollingDeps) {
    this.#registry = registry;
    this.#deps = deps;
    const { bus, clock } = deps;
    const stopPolling = repeatEvery(clock, liveLimits.headPoll, () => this.#poll());
    const unsubscribe = bus.onHealth((isHealthy) => {
      if (isHealthy) void registry.forEach((room) => room.refreshPresence());
    });
    this.#stop = () => {
      unsubscribe();
      stopPolling();
    };
  }

  stop(): void {
    this.#stop();
  }

  /** Reasons why changes are delayed, one sentence each. */
  delayReasons(): string[] {
    if (!this.#deps.bus.healthy()) return ['Redis is away: changes reach other nodes late'];
    return this.#pollsToReport > 0
      ? ['changes of another node do not come by Redis: they arrive up to a second late']
      : [];
  }

  /** Lets each room catch up. One query finds the rooms that are behind. Never rejects. */
  async #poll(): Promise<void> {
    const { log, logger, refreshEra } = this.#deps;
    try {
      const rooms = await this.#registry.list();
      this.#countLate(rooms);
      if (rooms.length === 0) return;
      const [heads] = await Promise.all([
        log.heads(rooms.map(({ meetingId }) => meetingId)),
        refreshEra(),
      ]);
      this.#isReadable = true;
      const advancing = rooms.flatMap((room) => {
        const head = heads.get(room.meetingId);
        return head ? [room.advanceTo(head)] : [];
      });
      await Promise.all(advancing);
      await this.#findLoss(rooms.filter((room) => isBehind(heads.get(room.meetingId), room.head)));
    } catch (error) {
      if (this.#isReadable) logger.warn({ err: error }, 'the log could not be read');
      this.#isReadable = false;
    }
  }

  /** The head may have been read before the room's last change. */
  async #findLoss(rooms: readonly Room[]): Promise<void> {
    for (const room of rooms) {
      if (!(await room.isAheadOfDatabase())) continue;
      await this.#deps.renewHistory();
      return;
    }
  }

  #countLate(rooms: readonly Room[]): void {
    const late = rooms.reduce((sum, room) => sum + room.takeLate(), 0);
    this.#pollsToIgnore = this.#deps.bus.healthy() ? Math.max(this.#pollsToIgnore - 1, 0) : 3;
    const isLate = late > 0 && this.#pollsToIgnore === 0;
    this.#pollsToReport = isLate ? reportedPolls : Math.max(this.#pollsToReport - 1, 0);
    if (isLate) count('late_polls');
  }
}

interface RoomsDeps extends RoomDeps, LogPollingDeps {
  findLostAccess: FindLostAccess;
}

export class Rooms {
  readonly #deps: RoomsDeps;
  readonly #registry: RoomRegistry;
  readonly #polling: LogPolling;
  readonly #stops: (() => void)[] = [];
  // Disconnects since the start of each pending admission, whose socket is in no room yet.
  readonly #pendingAdmissions = new Set<ControlMessage[]>();
  readonly #guestRechecks = new BatchQueue<RoomMember>((guests) => this.#recheckAccess(guests));
  #divergences = 0;

  private constructor(deps: RoomsDeps, registry: RoomRegistry) {
    this.#deps = deps;
    this.#registry = registry;
    this.#stops.push(repeatEvery(deps.clock, liveLimits.head, () => this.#heartbeat()));
    this.#stops.push(
      repeatEvery(deps.clock, liveLimits.screenRecheck, () => this.#recheckScreens()),
    );
    this.#polling = new LogPolling(registry, deps);
    this.#stops.push(() => this.#polling.stop());
  }

  /** Resolves once disconnects of every node are received, and this node has its lease. */
  static async open(deps: RoomsDeps): Promise<Rooms> {
    const registry = new RoomRegistry(deps);
    let rooms: Rooms | null = null;
    const listener = messageListener(ControlMessage, deps.logger, (message) => {
      // Without rooms there is nobody to disconnect.
      if (rooms) rooms.#onControlMessage(message);
    });
    const unsubscribe = await deps.bus.subscribe(controlChannel, listener);
    rooms = new Rooms(deps, registry);
    rooms.#stops.push(unsubscribe);
    await rooms.#startRoster();
    return rooms;
  }

  openRoom(meetingId: MeetingId): Promise<Room> {
    return this.#registry.openRoom(meetingId);
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
    const room = await this.#registry.find(meetingId);
    if (room) return room.presence();
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
    return this.#registry.size;
  }

  get divergences(): number {
    return this.#divergences;
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#registry.closeAll();
    await this.#deps.roster.close();
  }

  #onControlMessage(message: ControlMessage): void {
    for (const disconnects of this.#pendingAdmissions) disconnects.push(message);
    void this.#registry.list().then((rooms) => disconnectFrom(rooms, message));
  }

  async #heartbeat(): Promise<void> {
    for (const room of await this.#registry.list()) {
      if (this.#registry.closeIfAbandoned(room)) continue;
      room.sendHead();
      room.refreshPresence();
    }
    await this.#recheckAccess(await this.#members());
  }

  /** A screen's access depends on its link's creator, and no event announces that it has ended. */
  async #recheckScreens(): Promise<void> {
    const screens = (await this.#members()).filter(({ member }) => member.kind === 'screen');
    if (screens.length > 0) await this.#recheckAccess(screens);
  }

  #recheckAccess(members: readonly RoomMember[]): Promise<void> {
    return recheckAccess(this.#deps.findLostAccess, members, this.#deps.logger);
  }

  async #members(): Promise<RoomMember[]> {
    const rooms = await this.#registry.list();
    return rooms.flatMap((room) => [...room.members].map((member) => ({ room, member })));
  }

  async #startRoster(): Promise<void> {
    const registry = this.#registry;
    await this.#deps.roster.start({
      onLeasesEnded: (leases) => void registry.forEach((room) => room.removeLeases(leases)),
      onLeaseReplaced: () => void registry.forEach((room) => room.refreshPresence()),
      onProcessPaused: () => {
        this.#deps.logger.warn(
          'this process was paused: its sockets are closed, clients reconnect',
        );
        void registry.closeAll();
      },
    });
  }
}
