// Drafts of notes survive reloads and refusals. The command queue keeps sent ones.
import type { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { type Column, ColumnId, findColumn, resolveColumn } from '@wentwell/contract/notes/columns';
import { isBlank } from '@wentwell/contract/text/letters';
import { z } from 'zod';

import {
  draftNames,
  parseStored,
  readDraft,
  subscribeToDraft,
  writeDraft,
} from '#web/api/stored-drafts';
import type { UndoHistory } from '#web/live/undo-history';

const Draft = z.object({
  // Longer than allowed: the author shortens a text, never the draft store.
  content: z.string().max(limits.noteContentMax * 10),
  note_type: ColumnId,
});
export type Draft = z.infer<typeof Draft>;

/** A draft is a note's new text, or a column's next note. */
export type DraftKey = NoteId | `new:${ColumnId}`;

export function newNoteKey(columnId: ColumnId): DraftKey {
  return `new:${columnId}`;
}

export type NoteDrafts = ReturnType<typeof noteDrafts>;

export function noteDrafts(userId: UserId, meetingId: MeetingId) {
  const nameOf = (key: DraftKey) => `noteDraft:${userId}:${meetingId}:${key}` as const;
  const read = (key: DraftKey): Draft | null => parseStored(readDraft(nameOf(key)), Draft);

  function write(key: DraftKey, draft: Draft | null): void {
    const isEmpty = draft === null || isBlank(draft.content);
    const stored = isEmpty ? null : JSON.stringify(draft);
    writeDraft(nameOf(key), { stored, shown: draft?.content ?? '' });
  }

  /** Restores the text of a refused new note in its column, in front of any newer text. */
  function putBack(draft: Draft): void {
    const key = newNoteKey(draft.note_type);
    const since = read(key)?.content;
    write(key, { ...draft, content: since ? `${draft.content}\n\n${since}` : draft.content });
  }

  return {
    read,
    keep: (key: DraftKey, draft: Draft) => write(key, draft),
    drop: (key: DraftKey) => write(key, null),
    putBack,
    /** Moves drafts of removed columns to a remaining one. */
    rehome: (columns: readonly Column[]) => {
      const start = `noteDraft:${userId}:${meetingId}:new:` as const;
      for (const name of draftNames(start)) {
        const columnId = name.slice(start.length);
        const draft = read(newNoteKey(columnId));
        if (!draft || findColumn(columns, columnId)) continue;
        write(newNoteKey(columnId), null);
        putBack({ ...draft, note_type: resolveColumn(columns, draft.note_type) });
      }
    },
    subscribe: (key: DraftKey, listener: (content: string) => void) =>
      subscribeToDraft(nameOf(key), listener),
  };
}

/** Discards the text, with Undo. */
export function discardDraft(discarded: {
  drafts: NoteDrafts;
  history: UndoHistory;
  key: DraftKey;
  restore: (draft: Draft) => void;
}): void {
  const { drafts, history, key, restore } = discarded;
  const draft = drafts.read(key);
  drafts.drop(key);
  if (draft !== null) history.recordDiscarded(() => restore(draft));
}
