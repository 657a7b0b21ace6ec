// A board's participants: this node's, and from the roster those of other nodes. Each other node counts as a tab.
import { randomUUID } from 'node:crypto';

import type { RecordedBoard } from '@wentwell/contract/board/recorded-board';
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import type { Logger } from 'pino';

import type { Clock } from '#server/platform/clock';

import type { Member, Participant, PersonMember } from './member.ts';
import { type ChangedPeople, Presence, type PresenceCallbacks } from './presence.ts';
import type { LeaseId, Roster } from './roster.ts';

export interface RoomPresenceDeps {
  roster: Roster;
  clock: Clock;
  logger: Logger;
  /** The members of this node, read whenever they are announced to the other nodes. */
  localMembers(): Iterable<Member>;
  /** Tells the other nodes that the participants on this one have changed. */
  publish(senderId: string): void;
}

/** Presence with the version that a room gave it. */
export type KnownPresence = Pick<RecordedBoard, 'presence' | 'presence_version'>;

/** The returned function starts a run. Calls during a run are merged into one further run after it. */
function mergeRuns(task: () => Promise<void>): () => void {
  let isRunning = false;
  let mustRunAgain = false;
  return function run(): void {
    mustRunAgain = isRunning;
    if (isRunning) return;
    isRunning = true;
    void task().finally(() => {
      isRunning = false;
      if (mustRunAgain) run();
    });
  };
}

export class RoomPresence {
  readonly #meetingId: MeetingId;
  readonly #deps: RoomPresenceDeps;
  readonly people: Presence;
  readonly #usersByLease = new Map<LeaseId, Set<UserId>>();
  // Sent with each announcement, so that a room ignores its own. Part of each version, because rooms count versions
  // separately.
  readonly #senderId = randomUUID();
  /** Known from the first member on. */
  #teamId: TeamId | null = null;
  #isClosed = false;

  readonly announce = mergeRuns(() => this.#writeRoster());

  /** Reads the other nodes' participants from the roster. What cannot be read now stays as it was. */
  readonly refresh = mergeRuns(() => this.#readRoster());

  constructor(meetingId: MeetingId, deps: RoomPresenceDeps, callbacks: PresenceCallbacks) {
    this.#meetingId = meetingId;
    this.#deps = deps;
    this.people = new Presence(deps.clock, callbacks);
  }

  known(): KnownPresence {
    return { presence: this.people.entries(), presence_version: this.version };
  }

  /** Identifies the state of the list. */
  get version(): string {
    return `${this.#senderId}.${this.people.version}`;
  }

  /** The changes since a version of the list. Everybody if this room does not know the version. */
  deltaSince(version: string | number): ChangedPeople {
    if (typeof version === 'number') return this.people.deltaSince(version);
    const count = this.#countOf(version);
    return count === null
      ? { people: this.people.entries(), gone: null }
      : this.people.deltaSince(count);
  }

  /** Whether the version is one of this room that names anybody. */
  knows(version: string): boolean {
    return this.#countOf(version) !== null;
  }

  #countOf(version: string): number | null {
    const [room, text] = version.split('.');
    const count = Number(text);
    return room === this.#senderId && count > 0 && count <= this.people.version ? count : null;
  }

  enter({ user, teamId }: PersonMember): void {
    this.#teamId = teamId;
    this.people.enter(user);
    this.announce();
  }

  leave({ user }: PersonMember): void {
    this.people.leave(user.userId);
    this.announce();
  }

  /** The participants on the sender's node have changed. */
  onPresenceMessage(senderId: string): void {
    if (senderId !== this.#senderId) this.refresh();
  }

  /** Removes the users of nodes whose leases have ended. */
  removeLeases(leases: ReadonlySet<LeaseId>): void {
    for (const lease of leases) this.#replace(lease, []);
  }

  /**
   * Hides a user until a later list includes them: on this team's boards, or on all if null. Disconnect their sockets
   * first.
   */
  remove(userId: UserId, teamId: TeamId | null): void {
    if (teamId !== null && teamId !== this.#teamId) return;
    for (const users of this.#usersByLease.values()) users.delete(userId);
    this.people.remove(userId);
  }

  close(): void {
    this.people.close();
    this.#isClosed = true;
  }

  /** Each user once, however many tabs they have. */
  #local(): Participant[] {
    const byId = new Map<UserId, Participant>();
    for (const member of this.#deps.localMembers()) {
      if (member.kind === 'person') byId.set(member.user.userId, member.user);
    }
    return [...byId.values()];
  }

  async #readRoster(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const elsewhere = await this.#deps.roster.participantsElsewhere(this.#meetingId);
      if (this.#isClosed) return;
      for (const lease of this.#usersByLease.keys()) {
        if (!elsewhere.has(lease)) this.#replace(lease, []);
      }
      for (const [lease, participants] of elsewhere) this.#replace(lease, participants);
    } catch (error) {
      this.#deps.logger.debug({ err: error }, 'the participants on other nodes could not be read');
    }
  }

  #replace(lease: LeaseId, participants: readonly Participant[]): void {
    const before = this.#usersByLease.get(lease) ?? new Set();
    const now = new Set(participants.map(({ userId }) => userId));
    for (const participant of participants) {
      if (!before.has(participant.userId)) this.people.enter(participant);
    }
    for (const userId of before) {
      if (!now.has(userId)) this.people.leave(userId);
    }
    if (now.size > 0) this.#usersByLease.set(lease, now);
    else this.#usersByLease.delete(lease);
  }

  async #writeRoster(): Promise<void> {
    try {
      await this.#deps.roster.setParticipants(this.#meetingId, () => this.#local());
      this.#deps.publish(this.#senderId);
    } catch (error) {
      this.#deps.logger.debug({ err: error }, 'the participants on this node could not be written');
    }
  }
}
