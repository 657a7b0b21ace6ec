// The participants of a room. A user leaves with their last tab (docs/live-protocol.md S-42).
import type { UserId } from '@wentwell/contract/ids';
import { liveLimits } from '@wentwell/contract/limits';
import type { PresenceEntry } from '@wentwell/contract/live/live';

import type { Clock } from '#server/platform/clock';

import type { Participant } from './member.ts';

export interface PresenceCallbacks {
  onJoined(entry: PresenceEntry): void;
  onLeft(entry: PresenceEntry): void;
  /** Called with all entries, at most four times a second; from 100 people on, every 2 s at most. */
  onChange(entries: PresenceEntry[]): void;
  /** Called four times a second at most, with the version before the first change. */
  onDelta(since: number): void;
}

/** The present entries of people who have changed since a version. */
export interface ChangedPeople {
  people: PresenceEntry[];
  /** People no longer shown. Null: `people` is the whole list. */
  gone: UserId[] | null;
}

/** Each list goes to everybody, so its cost grows with the square of their number. */
function listsEvery(users: number): number {
  const { presenceCrowd, presenceEvery, crowdPresenceEvery } = liveLimits;
  return users < presenceCrowd ? presenceEvery : crowdPresenceEvery;
}

interface TrackedUser {
  entry: PresenceEntry;
  tabs: number;
  cancelLeaving: (() => void) | null;
  /** The version of their last change. */
  version: number;
}

export class Presence {
  readonly #clock: Clock;
  readonly #callbacks: PresenceCallbacks;
  readonly #users = new Map<UserId, TrackedUser>();
  /** People no longer shown, by the version of their removal. */
  readonly #gone = new Map<UserId, number>();
  #version = 0;
  #cancelList: (() => void) | null = null;
  #cancelDelta: (() => void) | null = null;

  constructor(clock: Clock, callbacks: PresenceCallbacks) {
    this.#clock = clock;
    this.#callbacks = callbacks;
  }

  entries(): PresenceEntry[] {
    return [...this.#users.values()].map(({ entry }) => entry);
  }

  /** Grows with each change. */
  get version(): number {
    return this.#version;
  }

  deltaSince(version: number): ChangedPeople {
    const isNewer = (changedAt: number): boolean => changedAt > version;
    const users = [...this.#users.values()].filter((user) => isNewer(user.version));
    const gone = [...this.#gone].flatMap(([userId, goneAt]) => (isNewer(goneAt) ? [userId] : []));
    return { people: users.map(({ entry }) => entry), gone };
  }

  get isListScheduled(): boolean {
    return this.#cancelList !== null;
  }

  get isDeltaScheduled(): boolean {
    return this.#cancelDelta !== null;
  }

  /** Adds one tab of a user. */
  enter(participant: Participant): void {
    const known = this.#users.get(participant.userId);
    const user: TrackedUser = known ?? {
      entry: { ...participant, isOnline: false, lastSeen: this.#now() },
      tabs: 0,
      cancelLeaving: null,
      version: 0,
    };
    this.#users.set(participant.userId, user);
    this.#gone.delete(participant.userId);
    user.tabs += 1;
    user.cancelLeaving?.();
    user.cancelLeaving = null;
    if (user.entry.isOnline) return;
    this.#setOnline(user, true);
    this.#callbacks.onJoined(user.entry);
  }

  /** Removes one tab. The user leaves unless another tab enters in time. */
  leave(userId: UserId): void {
    const user = this.#users.get(userId);
    if (!user || user.tabs === 0) return;
    user.tabs -= 1;
    if (user.tabs > 0) return;
    user.cancelLeaving = this.#clock.setTimer(liveLimits.presenceLinger, () => {
      user.cancelLeaving = null;
      this.#setOnline(user, false);
      this.#callbacks.onLeft(user.entry);
    });
  }

  /** Removes a user at once, also while tabs of theirs are still closing. */
  remove(userId: UserId): void {
    const user = this.#users.get(userId);
    if (!user) return;
    this.#users.delete(userId);
    this.#gone.set(userId, this.#version + 1);
    user.cancelLeaving?.();
    const lastSeen = this.#now();
    if (user.entry.isOnline) {
      this.#callbacks.onLeft({ ...user.entry, isOnline: false, lastSeen });
    }
    this.#announce();
  }

  close(): void {
    this.#cancelList?.();
    this.#cancelDelta?.();
    for (const { cancelLeaving } of this.#users.values()) cancelLeaving?.();
  }

  #setOnline(user: TrackedUser, isOnline: boolean): void {
    user.entry = { ...user.entry, isOnline, lastSeen: this.#now() };
    user.version = this.#version + 1;
    this.#announce();
  }

  #announce(): void {
    const since = this.#version;
    this.#version += 1;
    this.#cancelDelta ??= this.#clock.setTimer(liveLimits.presenceEvery, () => {
      this.#cancelDelta = null;
      this.#callbacks.onDelta(since);
    });
    this.#cancelList ??= this.#clock.setTimer(listsEvery(this.#users.size), () => {
      this.#cancelList = null;
      this.#callbacks.onChange(this.entries());
    });
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}
