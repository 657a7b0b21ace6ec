// Presence on one board: this node's members and, through the roster, the participants on other nodes.
import type { MeetingId, TeamId, UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { PresenceEntry } from '@wentwell/contract/live';
import type { Logger } from 'pino';

import type { Bus } from '#server/platform/bus/bus';
import type { Clock } from '#server/platform/clock';

import type { Member, Participant, PersonMember } from './member.ts';
import { Presence, type PresenceCallbacks } from './presence.ts';
import { RemotePresence } from './remote-presence.ts';
import type { LeaseId, Roster } from './roster.ts';

export interface RoomPresenceDeps {
  roster: Roster;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  /** The members of this node, read whenever they are announced to the other nodes. */
  localMembers(): Iterable<Member>;
}

// A whole list goes to everybody: what a second of it costs grows with the square of their number.
const everyUsersSquared = 40;
const rarestPresence = 2000;

/** In ms: 250 for up to 100 users, a second for 200, two for 300 and more. */
function throttleFor(users: number): number {
  return Math.min(
    rarestPresence,
    Math.max(liveLimits.presenceEvery, users ** 2 / everyUsersSquared),
  );
}

export class RoomPresence {
  readonly #deps: RoomPresenceDeps;
  readonly #presence: Presence;
  readonly #remote: RemotePresence;
  /** Known from the first member on. */
  #teamId: TeamId | null = null;

  constructor(meetingId: MeetingId, deps: RoomPresenceDeps, callbacks: PresenceCallbacks) {
    this.#deps = deps;
    const delays = { linger: liveLimits.presenceLinger, throttle: throttleFor };
    this.#presence = new Presence(deps.clock, delays, callbacks);
    this.#remote = new RemotePresence(meetingId, {
      ...deps,
      presence: this.#presence,
      local: () => this.#local(),
    });
  }

  entries(): PresenceEntry[] {
    return this.#presence.entries();
  }

  get isAboutToAnnounce(): boolean {
    return this.#presence.isAboutToAnnounce;
  }

  enter({ user, teamId }: PersonMember): void {
    this.#teamId = teamId;
    this.#presence.enter(user);
    this.announce();
  }

  leave({ user }: PersonMember): void {
    this.#presence.leave(user.userId);
    this.announce();
  }

  /** Tells the other nodes who is on this one. */
  announce(): void {
    this.#remote.announce();
  }

  /** Reads who is on the other nodes. */
  refresh(): void {
    this.#remote.refresh();
  }

  onPresenceMessage(senderId: string): void {
    this.#remote.onPresenceMessage(senderId);
  }

  /** The users whose nodes held these leases are no longer here. */
  removeLeases(leases: ReadonlySet<LeaseId>): void {
    this.#remote.removeLeases(leases);
  }

  /** Stops showing a user if the board belongs to this team; null stands for every team. */
  remove(userId: UserId, teamId: TeamId | null): void {
    if (teamId === null || teamId === this.#teamId) this.#remote.remove(userId);
  }

  close(): void {
    this.#presence.close();
    this.#remote.close();
  }

  /** Each user once, however many tabs they have. */
  #local(): Participant[] {
    const byId = new Map<UserId, Participant>();
    for (const member of this.#deps.localMembers()) {
      if (member.kind === 'person') byId.set(member.user.userId, member.user);
    }
    return [...byId.values()];
  }
}
