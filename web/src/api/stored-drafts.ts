import type { z } from 'zod';

import { store, storedNames } from '#web/browser-storage';

/** Followed by the user's id, so that the next user of this browser sees none. */
export type DraftName = `${string}Draft:${string}`;

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

/** Deletes the drafts of all users; called on logout (docs/design.md D-23). */
export function forgetDrafts(): void {
  for (const name of storedNames()) if (/^[a-z]+Draft:/.test(name)) store(name, null);
}
