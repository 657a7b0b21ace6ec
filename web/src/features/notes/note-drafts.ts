// What a person has typed and not sent: it survives a reload and a refusal. What is sent, the board's queue keeps.
import type { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { NoteType } from '@wentwell/contract/notes';
import { z } from 'zod';

import { readStored, store } from '#web/api/browser-storage';

const Draft = z.object({
  // Longer than a note may be: cutting is the person's affair, not ours.
  content: z.string().max(limits.noteContentMax * 10),
  note_type: NoteType,
});
export type Draft = z.infer<typeof Draft>;

const prefix = 'noteDraft';

export interface NoteDrafts {
  /** The draft of a new note, or of the change of one. */
  read(noteId: NoteId | null): Draft | null;
  keep(noteId: NoteId | null, draft: Draft): void;
  drop(noteId: NoteId | null): void;
  /** Puts back a new note that was refused, before whatever has been typed since. */
  putBack(draft: Draft): void;
}

/** The drafts of one person in one meeting; the next person at this browser does not see them. */
export function noteDrafts(userId: UserId, meetingId: MeetingId): NoteDrafts {
  const key = (noteId: NoteId | null): string =>
    `${prefix}:${userId}:${meetingId}:${noteId ?? 'new'}`;

  function read(noteId: NoteId | null): Draft | null {
    try {
      return Draft.safeParse(JSON.parse(readStored(key(noteId)) ?? 'null')).data ?? null;
    } catch {
      return null;
    }
  }

  function keep(noteId: NoteId | null, draft: Draft): void {
    store(key(noteId), draft.content.trim() === '' ? null : JSON.stringify(draft));
  }

  return {
    read,
    keep,
    drop: (noteId) => store(key(noteId), null),
    putBack: (draft) => {
      const since = read(null)?.content;
      const content = since ? `${draft.content}\n\n${since}` : draft.content;
      keep(null, { ...draft, content });
    },
  };
}

/** Forgets every draft of everybody, for logging out (docs/design.md D-23). */
export function forgetDrafts(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}:`));
    for (const key of keys) store(key, null);
  } catch {
    // A browser that refuses its storage has kept nothing.
  }
}
