// Where changes wait that no server has taken yet: the browser's storage, so that neither a reload nor a closed tab loses
// one. Each has a key of its own in the storage, because pages share it and must not write over one another.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { v7 as newId } from 'uuid';
import { z } from 'zod';

import { readStored, store } from '#web/api/browser-storage';

import { browserLocks, type PageLocks } from './page-locks.ts';

const StoredCommand = z.object({
  /** The Idempotency-Key, the same for every try; a UUID v7, so that keys sort by when they were made. */
  key: z.string(),
  kind: z.string(),
  input: z.unknown(),
  madeAt: z.number(),
});
export type StoredCommand = z.infer<typeof StoredCommand>;

/** `page` is the page that sends it; without one it is anybody's. */
const OwnedCommand = StoredCommand.extend({ page: z.string().optional() });
type OwnedCommand = z.infer<typeof OwnedCommand>;

export interface CommandStore {
  /**
   * Hands over, in the order in which they were made, the commands that no open page sends: those left behind earlier,
   * and later those of a page that is closed. Returns a function that gives this page's commands up to others.
   */
  open(onOrphans: (commands: StoredCommand[]) => void): () => void;
  add(command: StoredCommand): void;
  remove(key: string): void;
}

const prefix = 'boardCommands';

/** What one person still has to say to one board. */
export function commandStore(
  userId: UserId,
  meetingId: MeetingId,
  locks: PageLocks | null = browserLocks(),
): CommandStore {
  const name = `${prefix}:${userId}:${meetingId}`;
  const page = newId();
  const lockOf = (owner: string): string => `${name}:${owner}`;

  function keep(command: StoredCommand): void {
    store(`${name}:${command.key}`, JSON.stringify({ ...command, page: locks ? page : undefined }));
  }

  /** Makes the commands of one owner, or of none, this page's. */
  function takeOver(owner: string | undefined): StoredCommand[] {
    const taken = readCommands(name).filter((command) => command.page === owner);
    for (const command of taken) keep(command);
    return taken.map((command) => StoredCommand.parse(command));
  }

  function open(onOrphans: (commands: StoredCommand[]) => void): () => void {
    if (!locks) {
      onOrphans(readCommands(name));
      return () => {};
    }
    const closing = new AbortController();
    const { signal } = closing;
    const closed = Promise.withResolvers<void>();
    const awaited = new Set([page]);
    const adopt = (owner: string | undefined): void => {
      const commands = takeOver(owner);
      if (commands.length > 0) onOrphans(commands);
    };

    // A page that lives holds the lock named after it: whoever gets that lock knows that the page is gone.
    locks.hold(lockOf(page), () => closed.promise, signal);
    const awaitOwners = (): void => {
      for (const { page: owner } of readCommands(name)) {
        if (owner === undefined || awaited.has(owner)) continue;
        awaited.add(owner);
        const onGone = async (): Promise<void> => {
          awaited.delete(owner);
          if (!signal.aborted) adopt(owner);
        };
        locks.hold(lockOf(owner), onGone, signal);
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

  return { open, add: keep, remove: (key) => store(`${name}:${key}`, null) };
}

/** Forgets what everybody at this browser still had to say, for signing out. */
export function forgetCommands(): void {
  for (const name of storedNames(prefix)) store(name, null);
}

/** In the order in which they were made. */
function readCommands(name: string): OwnedCommand[] {
  upgradeList(name);
  return storedNames(name)
    .flatMap((each) => parse(readStored(each), OwnedCommand) ?? [])
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** Earlier versions kept all commands of a board in one list. */
function upgradeList(name: string): void {
  const text = readStored(name);
  if (text === null) return;
  for (const command of parse(text, z.array(OwnedCommand)) ?? []) {
    store(`${name}:${command.key}`, JSON.stringify(command));
  }
  store(name, null);
}

function storedNames(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(`${start}:`));
  } catch {
    // A browser that refuses its storage has kept nothing.
    return [];
  }
}

function parse<Schema extends z.ZodType>(text: string | null, schema: Schema) {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return schema.safeParse(value).data;
  } catch {
    return undefined;
  }
}
