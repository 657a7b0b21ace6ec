// Drafts of notes survive reloads and refusals. The command queue keeps sent ones.
import type { MeetingId, NoteId, UserId } from '@wentwell/contract/ids';
import { type Column, ColumnId, findColumn, resolveColumn } from '@wentwell/contract/notes/columns';
import { isBlank } from '@wentwell/contract/text/letters';
import { z } from 'zod';

import { draftStore } from '#web/api/draft-store';
import { parseStored } from '#web/api/stored-drafts';
import { storedNames } from '#web/browser-storage';
import type { UndoHistory } from '#web/live/undo-history';

const Draft = z.object({
  // Any length: the author shortens a text, never the draft store.
  content: z.string(),
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
  const drafts = draftStore<DraftKey, Draft | null>({
    nameOf,
    parse: (text) => parseStored(text, Draft),
    print: JSON.stringify,
    isKept: ({ content }) => !isBlank(content),
    join: (draft, since) => ({ ...draft, content: `${draft.content}\n\n${since.content}` }),
  });
  /** Restores a refused new note in its column. */
  const putBack = (draft: Draft): void => drafts.putBack(newNoteKey(draft.note_type), draft);
  return {
    ...drafts,
    putBack,
    /** Moves drafts of removed columns to a remaining one. */
    rehome: (columns: readonly Column[]) => {
      const start = nameOf(newNoteKey(''));
      for (const name of storedNames().filter((each) => each.startsWith(start))) {
        const columnId = name.slice(start.length);
        const draft = drafts.read(newNoteKey(columnId));
        if (!draft || findColumn(columns, columnId)) continue;
        drafts.keep(newNoteKey(columnId), null);
        putBack({ ...draft, note_type: resolveColumn(columns, draft.note_type) });
      }
    },
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
  drafts.keep(key, null);
  if (draft !== null) history.recordDiscarded(() => restore(draft));
}
