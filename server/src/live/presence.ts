// Who is in a room. Many tabs are one person; a person is gone a while after their last tab (docs/live-protocol.md S-42).
import type { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live';

import type { Clock } from '#server/platform/clock';

/** A person as presence shows them; taken from the session, never from what a client writes. */
export interface Person {
  userId: UserId;
  userName: string;
  email: string;
}

/** What presence tells the room. */
export interface PresenceNews {
  joined(entry: PresenceEntry): void;
  left(entry: PresenceEntry): void;
  /** Something changed; called at most once per throttle interval. */
  changed(everybody: PresenceEntry[]): void;
}

interface Present {
  entry: PresenceEntry;
  tabs: number;
  leaving: (() => void) | null;
}

/** Delays are in ms. */
export function presenceOf(
  clock: Clock,
  delays: { linger: number; throttle: number },
  news: PresenceNews,
) {
  const people = new Map<UserId, Present>();
  let announcing: (() => void) | null = null;

  function announce(): void {
    announcing ??= clock.setTimer(delays.throttle, () => {
      announcing = null;
      news.changed(everybody());
    });
  }

  function everybody(): PresenceEntry[] {
    return [...people.values()].map(({ entry }) => entry);
  }

  function seen(present: Present, isOnline: boolean): void {
    present.entry = { ...present.entry, isOnline, lastSeen: clock.now().toISOString() };
    announce();
  }

  return {
    everybody,

    /** One more tab of a person. */
    enter(person: Person): void {
      const known = people.get(person.userId);
      const present: Present = known ?? {
        entry: { ...person, isOnline: false, lastSeen: clock.now().toISOString() },
        tabs: 0,
        leaving: null,
      };
      people.set(person.userId, present);
      present.tabs += 1;
      present.leaving?.();
      present.leaving = null;
      if (present.entry.isOnline) return;
      seen(present, true);
      news.joined(present.entry);
    },

    /** One tab less; the person leaves when no other comes in time. */
    leave(userId: UserId): void {
      const present = people.get(userId);
      if (!present || present.tabs === 0) return;
      present.tabs -= 1;
      if (present.tabs > 0) return;
      present.leaving = clock.setTimer(delays.linger, () => {
        present.leaving = null;
        seen(present, false);
        news.left(present.entry);
      });
    },

    /** Drops a person who may not be shown any more, however many of their tabs are still being closed. */
    forget(userId: UserId): void {
      const present = people.get(userId);
      if (!present) return;
      people.delete(userId);
      present.leaving?.();
      const lastSeen = clock.now().toISOString();
      if (present.entry.isOnline) news.left({ ...present.entry, isOnline: false, lastSeen });
      announce();
    },

    /** Ends all waiting. */
    close(): void {
      announcing?.();
      for (const { leaving } of people.values()) leaving?.();
    },
  };
}
export type Presence = ReturnType<typeof presenceOf>;
