// Text that was typed but not sent survives a reload and a refusal. Once sent, the board's command queue keeps it.
import { ColumnId } from '@wentwell/contract/columns';
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

export interface NoteDrafts {
  /** Null stands for the new note. */
  read(noteId: NoteId | null): Draft | null;
  keep(noteId: NoteId | null, draft: Draft): void;
  drop(noteId: NoteId | null): void;
  /** Restores the text of a refused new note, in front of whatever has been typed since. */
  putBack(draft: Draft): void;
}

/** The keys name the user, so that the next user of this browser does not see these drafts. */
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

/** Deletes the drafts of all users and meetings; called on logout (docs/design.md D-23). */
export function forgetDrafts(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}:`));
    for (const key of keys) store(key, null);
  } catch {
    // Without storage there are no drafts.
  }
}
