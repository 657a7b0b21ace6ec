// Stores unacknowledged commands. Each has its own storage key, because pages must not overwrite one another.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import { withLock } from '#web/api/browser-locks';
import { sortableId } from '#web/api/random-ids';
import { parseStored } from '#web/api/stored-drafts';
import { readStored, store, storedNames } from '#web/browser-storage';

/** Holds a lock shared by all open pages of this site. The browser releases those of closed or crashed pages. */
export type HoldLock = typeof withLock<void>;

/** Null in browsers without locks, and on pages without TLS. */
const browserLocks: HoldLock | null =
  typeof navigator !== 'undefined' && 'locks' in navigator ? withLock : null;

const StoredCommand = z.object({
  /** The Idempotency-Key, the same for every attempt; a UUID v7, so that keys sort by creation time. */
  key: z.string(),
  kind: z.string(),
  input: z.unknown(),
  madeAt: z.number(),
  /** Made in an anonymous meeting. */
  isUnnamed: z.boolean().optional(),
});
export type StoredCommand = z.infer<typeof StoredCommand>;

/** `page` is the page that sends the command; without it, any page may claim the command. */
const OwnedCommand = StoredCommand.extend({ page: z.string().optional() });
type OwnedCommand = z.infer<typeof OwnedCommand>;

export interface CommandStore {
  /**
   * Calls `onOrphans`, in creation order, with commands that no open page sends: now those left behind, later those of each
   * page that closes. Returns a function that releases this page's commands.
   */
  open(onOrphans: (commands: StoredCommand[]) => void): () => void;
  add(command: StoredCommand): void;
  remove(key: string): void;
}

const prefix = 'boardCommands';

export function commandStore(
  userId: UserId,
  meetingId: MeetingId,
  holdLock: HoldLock | null = browserLocks,
): CommandStore {
  const name = `${prefix}:${userId}:${meetingId}`;
  const page = sortableId();
  const lockOf = (owner: string): string => `${name}:${owner}`;

  function save(command: StoredCommand): void {
    store(
      `${name}:${command.key}`,
      JSON.stringify({ ...command, page: holdLock ? page : undefined }),
    );
  }

  function commandsOfPages(isWanted: (owner: string | undefined) => boolean): StoredCommand[] {
    return commandsIn(name)
      .filter((command) => isWanted(command.page))
      .map((command) => StoredCommand.parse(command));
  }

  /** Assigns the commands of one owner, or of nobody, to this page. */
  function claim(owner: string | undefined): StoredCommand[] {
    const claimed = commandsOfPages((each) => each === owner);
    for (const command of claimed) save(command);
    return claimed;
  }

  function open(onOrphans: (commands: StoredCommand[]) => void): () => void {
    /** Two pages may then send a command; its key makes the second request a no-op. */
    const adoptAll = (): void => onOrphans(commandsOfPages((owner) => owner !== page));
    if (!holdLock) {
      adoptAll();
      return () => {};
    }
    const closing = new AbortController();
    const { signal } = closing;
    const closed = Promise.withResolvers<void>();
    const awaited = new Set([page]);
    const adopt = (owner: string | undefined): void => {
      const commands = claim(owner);
      if (commands.length > 0) onOrphans(commands);
    };

    // An open page holds the lock named after it, so a page that acquires the lock knows that the owner is gone.
    void holdLock(
      { name: lockOf(page), signal },
      () => closed.promise,
      async () => {
        // The browser refuses locks. Pages would adopt each other's commands again and again.
        window.removeEventListener('storage', onStorage);
        if (!signal.aborted) adoptAll();
      },
    );
    const awaitOwners = (): void => {
      for (const { page: owner } of commandsIn(name)) {
        if (owner === undefined || awaited.has(owner)) continue;
        awaited.add(owner);
        const onGone = async (): Promise<void> => {
          awaited.delete(owner);
          if (!signal.aborted) adopt(owner);
        };
        void holdLock({ name: lockOf(owner), signal }, onGone, async () => {});
      }
    };
    const onStorage = ({ key }: StorageEvent): void => {
      if (key?.startsWith(name)) awaitOwners();
    };
    window.addEventListener('storage', onStorage);
    adopt(undefined);
    awaitOwners();
    return () => {
      window.removeEventListener('storage', onStorage);
      closing.abort();
      closed.resolve();
    };
  }

  return { open, add: save, remove: (key) => store(`${name}:${key}`, null) };
}

/** Removes the commands of all users of this browser, on sign-out. */
export function clearCommands(): void {
  for (const name of namesBelow(prefix)) store(name, null);
}

/** The user's changes on any board that no server has acknowledged yet, in creation order. */
export function commandsOf(userId: UserId): StoredCommand[] {
  return commandsIn(`${prefix}:${userId}`);
}

function commandsIn(start: string): OwnedCommand[] {
  return namesBelow(start)
    .flatMap((each) => parseStored(readStored(each), OwnedCommand) ?? [])
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function namesBelow(start: string): string[] {
  return storedNames().filter((name) => name.startsWith(`${start}:`));
}
