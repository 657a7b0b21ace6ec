// The participants of a room. All tabs of a user are one, who leaves after the last (docs/live-protocol.md S-42).
import type { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';

import type { Clock } from '#server/platform/clock';

import type { Participant } from './member.ts';

export interface PresenceCallbacks {
  onJoined(entry: PresenceEntry): void;
  onLeft(entry: PresenceEntry): void;
  /** Called with everybody at most once per throttle interval. */
  onChange(entries: PresenceEntry[]): void;
}

/** In ms. */
export interface PresenceDelays {
  linger: number;
  /** Between two announcements of so many users. */
  throttle(users: number): number;
}

interface TrackedUser {
  entry: PresenceEntry;
  tabs: number;
  cancelLeaving: (() => void) | null;
}

export class Presence {
  readonly #clock: Clock;
  readonly #delays: PresenceDelays;
  readonly #callbacks: PresenceCallbacks;
  readonly #users = new Map<UserId, TrackedUser>();
  #cancelAnnouncement: (() => void) | null = null;

  constructor(clock: Clock, delays: PresenceDelays, callbacks: PresenceCallbacks) {
    this.#clock = clock;
    this.#delays = delays;
    this.#callbacks = callbacks;
  }

  entries(): PresenceEntry[] {
    return [...this.#users.values()].map(({ entry }) => entry);
  }

  /** Whether `onChange` is going to be called. */
  get isAboutToAnnounce(): boolean {
    return this.#cancelAnnouncement !== null;
  }

  /** Adds one tab of a user. */
  enter(participant: Participant): void {
    const known = this.#users.get(participant.userId);
    const user: TrackedUser = known ?? {
      entry: { ...participant, isOnline: false, lastSeen: this.#now() },
      tabs: 0,
      cancelLeaving: null,
    };
    this.#users.set(participant.userId, user);
    user.tabs += 1;
    user.cancelLeaving?.();
    user.cancelLeaving = null;
    if (user.entry.isOnline) return;
    this.#setOnline(user, true);
    this.#callbacks.onJoined(user.entry);
  }

  /** Removes one tab; the user leaves when no other tab enters in time. */
  leave(userId: UserId): void {
    const user = this.#users.get(userId);
    if (!user || user.tabs === 0) return;
    user.tabs -= 1;
    if (user.tabs > 0) return;
    user.cancelLeaving = this.#clock.setTimer(this.#delays.linger, () => {
      user.cancelLeaving = null;
      this.#setOnline(user, false);
      this.#callbacks.onLeft(user.entry);
    });
  }

  /** Removes a user who may not be shown any more, however many of their tabs are still being closed. */
  remove(userId: UserId): void {
    const user = this.#users.get(userId);
    if (!user) return;
    this.#users.delete(userId);
    user.cancelLeaving?.();
    const lastSeen = this.#now();
    if (user.entry.isOnline) {
      this.#callbacks.onLeft({ ...user.entry, isOnline: false, lastSeen });
    }
    this.#announce();
  }

  close(): void {
    this.#cancelAnnouncement?.();
    for (const { cancelLeaving } of this.#users.values()) cancelLeaving?.();
  }

  #setOnline(user: TrackedUser, isOnline: boolean): void {
    user.entry = { ...user.entry, isOnline, lastSeen: this.#now() };
    this.#announce();
  }

  #announce(): void {
    if (this.isAboutToAnnounce) return;
    const wait = this.#delays.throttle(this.#users.size);
    this.#cancelAnnouncement = this.#clock.setTimer(wait, () => {
      this.#cancelAnnouncement = null;
      this.#callbacks.onChange(this.entries());
    });
  }

  #now(): string {
    return this.#clock.now().toISOString();
  }
}
