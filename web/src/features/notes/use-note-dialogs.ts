import type { NoteId, UserId } from '@wentwell/contract/ids';
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

/** The dialog open over the board. A new `key` restarts it with the stored draft. */
export type OpenDialog =
  | { kind: 'add'; draftKey: DraftKey; start: Draft; key: number }
  | { kind: 'edit'; note: Note; start: Draft; key: number }
  | { kind: 'view'; note: Note };

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
    setDialog({ kind: 'add', draftKey, start: draft, key: nextKey() });
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
    if (start) setDialog((open) => open ?? { kind: 'edit', note, start, key });
  }

  function edit(note: Note): void {
    const start = drafts.read(note.id) ?? { content: note.content, note_type: note.note_type };
    setDialog({ kind: 'edit', note, start, key: nextKey() });
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
    saveNew: (draftKey: DraftKey, draft: Draft, addAnother: boolean) => {
      drafts.keep(draftKey, null);
      if (!addAnother) setDialog(null);
      void sendNew(draft);
    },
    saveChange: (note: Note, draft: Draft) => {
      drafts.keep(note.id, null);
      setDialog(null);
      void sendChange(note, draft);
    },
    /** Closes a dialog whose text cannot be saved now, and says where the draft is. */
    keepNew: (draftKey: DraftKey, draft: Draft) => {
      setDialog(null);
      if (isBlank(draft.content) || adding === 'over') return;
      drafts.keep(draftKey, draft);
      toastKeptText(backInColumn);
    },
    keepChange: (note: Note, draft: Draft, isDeleted: boolean) => {
      setDialog(null);
      if (isBlank(draft.content) || (!isDeleted && draft.content === note.content)) return;
      if (isDeleted) {
        drafts.keep(note.id, null);
        drafts.putBack(draft);
      } else drafts.keep(note.id, draft);
      if (adding !== 'over')
        toastKeptText(isDeleted ? backInColumn : 'Edit the note to see it again.');
    },
    /** Escape and Cancel discard the text, with Undo. */
    discardChange: (noteId: NoteId) => {
      drafts.keep(noteId, null);
      setDialog(null);
    },
    discardNew: (key: DraftKey) => {
      setDialog(null);
      const restore = (draft: Draft): void => {
        drafts.putBack(draft);
        openAdd(draft.note_type, drafts.read(newNoteKey(draft.note_type)) ?? draft);
      };
      discardDraft({ drafts, history, key, restore });
    },
  };
}

const backInColumn = "You'll find it in its column when notes can be added.";

function toastKeptText(description: string): void {
  toast.info({ title: 'Kept as a draft', description, id: 'draft-kept' });
}
