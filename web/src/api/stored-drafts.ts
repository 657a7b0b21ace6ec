// Drafts of unsent texts. Several editors of one draft are notified of each other's changes.
import type { z } from 'zod';

import { readStored, store, storedNames } from './browser-storage.ts';

/** Followed by the user's id, so that the next user of this browser sees none. */
export type DraftName = `${string}Draft:${string}`;

const listeners = new Map<string, Set<(text: string) => void>>();

export { readStored as readDraft };

/** Null for a text that is missing, or that this version cannot read. */
export function parseStored<Schema extends z.ZodType>(
  text: string | null,
  schema: Schema,
): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text || 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Texts not worth storing, such as blanks, still reach the listeners; `stored` is null then. */
export function writeDraft(
  name: DraftName,
  { stored, shown }: { stored: string | null; shown: string },
): void {
  store(name, stored);
  for (const listener of listeners.get(name) ?? []) listener(shown);
}

/** Returns a function that unsubscribes. */
export function subscribeToDraft(name: string, listener: (text: string) => void): () => void {
  const all = listeners.get(name) ?? new Set();
  listeners.set(name, all.add(listener));
  return () => {
    all.delete(listener);
    if (all.size === 0) listeners.delete(name);
  };
}

export function draftNames<Start extends DraftName>(start: Start): `${Start}${string}`[] {
  return storedNames().filter((name): name is `${Start}${string}` => name.startsWith(start));
}

/** Deletes the drafts of all users; called on logout (docs/design.md D-23). */
export function forgetDrafts(): void {
  for (const name of storedNames()) if (/^[a-z]+Draft:/.test(name)) store(name, null);
}
