// Text that was typed but not sent survives a reload and a refusal. Once sent, the board's command queue keeps it.
import { type Column, ColumnId, findColumn, resolveColumn } from '@wentwell/contract/columns';
import type { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

import { readStored, store } from '#web/api/browser-storage';

const Draft = z.object({
  // Longer than a note may be: it is for the author to shorten a text, not for us to cut it.
  content: z.string().max(limits.noteContentMax * 10),
  note_type: ColumnId,
});
export type Draft = z.infer<typeof Draft>;

const prefix = 'noteDraft';

/** A draft belongs to an existing note, or to the next note of a column. */
export type DraftKey = NoteId | `new:${ColumnId}`;

export function newNoteKey(columnId: ColumnId): DraftKey {
  return `new:${columnId}`;
}

export interface NoteDrafts {
  read(key: DraftKey): Draft | null;
  keep(key: DraftKey, draft: Draft): void;
  drop(key: DraftKey): void;
  /** Restores the text of a refused new note in its column, in front of whatever has been typed since. */
  putBack(draft: Draft): void;
  /** Moves the drafts of columns that the board has no more to one that it has. */
  rehome(columns: readonly Column[]): void;
  /** `listener` gets the text of the key's draft, empty where it was dropped. Returns a function that unsubscribes. */
  subscribe(key: DraftKey, listener: (content: string) => void): () => void;
}

// By storage key and for the whole page, because a board has more than one writer of the same drafts.
const listeners = new Map<string, Set<(content: string) => void>>();

/** The keys name the user, so that the next user of this browser does not see these drafts. */
export function noteDrafts(userId: UserId, meetingId: MeetingId): NoteDrafts {
  const storageKey = (key: DraftKey): string => `${prefix}:${userId}:${meetingId}:${key}`;

  function read(key: DraftKey): Draft | null {
    try {
      return Draft.safeParse(JSON.parse(readStored(storageKey(key)) ?? 'null')).data ?? null;
    } catch {
      return null;
    }
  }

  function write(key: DraftKey, draft: Draft | null): void {
    const isEmpty = draft === null || draft.content.trim() === '';
    store(storageKey(key), isEmpty ? null : JSON.stringify(draft));
    for (const listener of listeners.get(storageKey(key)) ?? []) listener(draft?.content ?? '');
  }

  function putBack(draft: Draft): void {
    const key = newNoteKey(draft.note_type);
    const since = read(key)?.content;
    write(key, { ...draft, content: since ? `${draft.content}\n\n${since}` : draft.content });
  }

  return {
    read,
    keep: write,
    drop: (key) => write(key, null),
    putBack,
    rehome: (columns) => {
      const start = storageKey('new:');
      for (const name of storedKeys().filter((each) => each.startsWith(start))) {
        const columnId = name.slice(start.length);
        const draft = read(newNoteKey(columnId));
        if (!draft || findColumn(columns, columnId)) continue;
        write(newNoteKey(columnId), null);
        putBack({ ...draft, note_type: resolveColumn(columns, draft.note_type) });
      }
    },
    subscribe: (key, listener) => {
      const name = storageKey(key);
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(name);
      };
    },
  };
}

/** Deletes the drafts of all users and meetings; called on logout (docs/design.md D-23). */
export function forgetDrafts(): void {
  for (const key of storedKeys()) if (key.startsWith(`${prefix}:`)) store(key, null);
}

/** Without storage there are no drafts. */
function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
