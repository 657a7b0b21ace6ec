// Where changes wait that no server has taken yet: the browser's storage, so that a reload loses none of them.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { readStored, store } from '#web/api/browser-storage';

const StoredCommand = z.object({
  /** The Idempotency-Key, the same for every try. */
  key: z.string(),
  kind: z.string(),
  input: z.unknown(),
  madeAt: z.number(),
});
export type StoredCommand = z.infer<typeof StoredCommand>;

export interface CommandStore {
  /** In the order in which they were made. */
  all(): StoredCommand[];
  add(command: StoredCommand): void;
  remove(key: string): void;
}

const prefix = 'boardCommands';

/** What one person still has to say to one board. Tabs have it in common, so every change begins with a look at it. */
export function commandStore(userId: UserId, meetingId: MeetingId): CommandStore {
  const name = `${prefix}:${userId}:${meetingId}`;

  function all(): StoredCommand[] {
    try {
      const stored: unknown = JSON.parse(readStored(name) ?? '[]');
      return z.array(StoredCommand).safeParse(stored).data ?? [];
    } catch {
      return [];
    }
  }

  function keep(commands: StoredCommand[]): void {
    store(name, commands.length === 0 ? null : JSON.stringify(commands));
  }

  return {
    all,
    add: (command) => keep([...all(), command]),
    remove: (key) => keep(all().filter((command) => command.key !== key)),
  };
}

/** Forgets what everybody at this browser still had to say, for signing out (quality.md 49). */
export function forgetCommands(): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(`${prefix}:`));
    for (const name of names) store(name, null);
  } catch {
    // A browser that refuses its storage has kept nothing.
  }
}
