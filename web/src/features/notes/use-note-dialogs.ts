import type { UserId } from '@wentwell/contract/ids';
import { isAuthor } from '@wentwell/contract/notes/author-keys';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { Note } from '@wentwell/contract/notes/notes';
import { isBlank } from '@wentwell/contract/text/letters';
import { useRef, useState } from 'react';

import { useUndoHistory } from '#web/live/use-board';
import { toast } from '#web/ui/feedback/toast';

import { makeNoteId, type NewNote, type NoteActions } from './note-actions.ts';
import {
  discardDraft,
  type Draft,
  type DraftKey,
  newNoteKey,
  type NoteDrafts,
} from './note-drafts.ts';
import { type Adding, addingNotNow, addingOver, type NoteRights } from './note-rights.tsx';

interface WritingDialog {
  kind: 'write';
  /** The note as it was when the dialog opened; null for a new one. */
  note: Note | null;
  draftKey: DraftKey;
  start: Draft;
  /** A new `key` restarts the dialog with the stored draft. */
  key: number;
}

export type OpenDialog = WritingDialog | { kind: 'view'; note: Note };

export type NoteDialogsState = ReturnType<typeof useNoteDialogs>;

/** The open dialog, its button handlers, and the text that the server refused. */
export function useNoteDialogs(board: {
  adding: Adding;
  me: UserId;
  rightsOf: (note: Note) => NoteRights;
  actions: NoteActions;
  drafts: NoteDrafts;
}) {
  const { adding, me, rightsOf, actions, drafts } = board;
  const history = useUndoHistory();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const openings = useRef(0);
  // The last refused note: adding its text again reuses its id.
  const refused = useRef<NewNote | null>(null);

  function nextKey(): number {
    openings.current += 1;
    return openings.current;
  }

  function openAdd(columnId: ColumnId, start?: Draft): void {
    const draftKey = newNoteKey(columnId);
    const draft = start ?? drafts.read(draftKey) ?? { content: '', note_type: columnId };
    setDialog({ kind: 'write', note: null, draftKey, start: draft, key: nextKey() });
  }

  async function sendNew(draft: Draft): Promise<void> {
    const last = refused.current;
    const isSame = last?.content === draft.content && last.note_type === draft.note_type;
    const note = isSame ? last : { id: makeNoteId(), ...draft };
    if (await actions.add(note)) return;
    refused.current = note;
    openAdd(draft.note_type, drafts.read(newNoteKey(draft.note_type)) ?? draft);
  }

  async function sendChange(note: Note, draft: Draft): Promise<void> {
    if (await actions.edit(note, draft)) return;
    const start = drafts.read(note.id);
    // Another dialog opened meanwhile stays; the draft keeps the text.
    const key = nextKey();
    if (start) setDialog((open) => open ?? { kind: 'write', note, draftKey: note.id, start, key });
  }

  function edit(note: Note): void {
    const start = drafts.read(note.id) ?? { content: note.content, note_type: note.note_type };
    setDialog({ kind: 'write', note, draftKey: note.id, start, key: nextKey() });
  }
  /** Opens the user's own note for editing, others' notes for reading. */
  function open(note: Note): void {
    if (isAuthor(note, { userId: me }) && rightsOf(note).edit) edit(note);
    else setDialog({ kind: 'view', note });
  }
  function remove(note: Note): void {
    drafts.keep(note.id, null);
    void actions.remove(note);
  }

  return {
    dialog,
    open,
    edit,
    /** Opens any note for reading. */
    view: (note: Note) => setDialog({ kind: 'view', note }),
    remove,
    close: () => setDialog(null),
    add: (columnId: ColumnId) => {
      if (adding === 'open') openAdd(columnId);
      else if (adding === 'not-now') toast.info({ title: addingNotNow, id: 'notes-not-now' });
      else toast.warning({ title: addingOver, id: 'notes-not-now' });
    },
    keepDraft: drafts.keep,
    /** `note` is the note to change; null adds one. */
    save: (written: Pick<WritingDialog, 'note' | 'draftKey'>, draft: Draft, addAnother = false) => {
      const { note, draftKey } = written;
      drafts.keep(draftKey, null);
      if (!addAnother) setDialog(null);
      void (note ? sendChange(note, draft) : sendNew(draft));
    },
    /** Closes a dialog whose text cannot be saved now, and says where the draft is. */
    keep: ({ note, draftKey }: WritingDialog, draft: Draft, isDeleted: boolean) => {
      setDialog(null);
      if (isBlank(draft.content) || (!isDeleted && draft.content === note?.content)) return;
      if (isDeleted) {
        drafts.keep(draftKey, null);
        drafts.putBack(draft);
      } else drafts.keep(draftKey, draft);
      if (adding !== 'over')
        toastKeptText(note && !isDeleted ? 'Edit the note to see it again.' : backInColumn);
    },
    /** Escape and Cancel discard the text, that of a new note with Undo. */
    discard: ({ note, draftKey: key }: WritingDialog) => {
      setDialog(null);
      if (note) return drafts.keep(key, null);
      const restore = (draft: Draft): void => {
        drafts.putBack(draft);
        openAdd(draft.note_type, drafts.read(newNoteKey(draft.note_type)) ?? draft);
      };
      return discardDraft({ drafts, history, key, restore });
    },
  };
}

const backInColumn = "You'll find it in its column when notes can be added.";

function toastKeptText(description: string): void {
  toast.info({ title: 'Kept as a draft', description, id: 'draft-kept' });
}
