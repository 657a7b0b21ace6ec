import type { ColumnId } from '@wentwell/contract/columns';
import type { NoteId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';
import { useRef, useState } from 'react';

import { toast } from '#web/ui/feedback/toast';

import { makeNoteId, type NewNote, type NoteActions } from './note-actions.ts';
import type { Draft, NoteDrafts } from './note-drafts.ts';
import { type Adding, addingNotNow, addingOver, type NoteRights } from './note-rights.ts';
import { useStableCallback } from './use-stable-callback.ts';

/** What is open over the board. A new `key` starts the same dialog afresh, with the draft as it is kept now. */
export type OpenDialog =
  | { kind: 'add'; start: Draft; key: number }
  | { kind: 'edit'; note: Note; start: Draft; key: number }
  | { kind: 'view'; note: Note }
  | { kind: 'delete'; note: Note };

export type NoteDialogsState = ReturnType<typeof useNoteDialogs>;

const undoTime = 7000;

/** Which dialog is open, what its buttons do, and what becomes of a text that the server refuses. */
export function useNoteDialogs(board: {
  adding: Adding;
  me: Note['author_id'];
  rightsOf: (note: Note) => NoteRights;
  actions: NoteActions;
  drafts: NoteDrafts;
  onTyping: (noteId: NoteId) => void;
}) {
  const { adding, me, rightsOf, actions, drafts, onTyping } = board;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const openings = useRef(0);
  // The last note that was refused: the same text again is the same note again.
  const refused = useRef<NewNote | null>(null);

  function openAdd(columnId: ColumnId, start?: Draft): void {
    openings.current += 1;
    const draft = start ?? drafts.read(null) ?? { content: '', note_type: columnId };
    setDialog({
      kind: 'add',
      start: { ...draft, note_type: start?.note_type ?? columnId },
      key: openings.current,
    });
  }

  async function sendNew(draft: Draft): Promise<void> {
    const last = refused.current;
    const isSame = last?.content === draft.content && last.note_type === draft.note_type;
    const note = isSame ? last : { id: makeNoteId(), ...draft };
    const answer = actions.add(note);
    if (await answer) return;
    refused.current = note;
    openAdd(draft.note_type, drafts.read(null) ?? draft);
  }

  async function sendChange(note: Note, draft: Draft): Promise<void> {
    if (await actions.edit(note, draft)) return;
    const start = drafts.read(note.id);
    openings.current += 1;
    const key = openings.current;
    // Another dialog that has been opened meanwhile stays; the text waits in the draft.
    if (start) setDialog((open) => open ?? { kind: 'edit', note, start, key });
  }

  async function sendDeletion(note: Note): Promise<void> {
    drafts.drop(note.id);
    if (!(await actions.remove(note))) return;
    if (!canComeBack(note)) return;
    toast.success({
      title: 'Note deleted',
      duration: undoTime,
      group: 'board-undo',
      action: {
        label: 'Undo',
        onPress: () =>
          void actions.add({ id: makeNoteId(), content: note.content, note_type: note.note_type }),
      },
    });
  }

  /** Undoing writes the note anew: that keeps its author only where it is one's own, and needs the right phase. */
  function canComeBack(note: Note): boolean {
    return adding === 'open' && note.author_id === me;
  }

  // Cards are drawn anew only when their note changes: what they call must stay the same thing.
  const open = useStableCallback((note: Note): void => {
    openings.current += 1;
    const start = drafts.read(note.id) ?? { content: note.content, note_type: note.note_type };
    setDialog(
      rightsOf(note).change
        ? { kind: 'edit', note, start, key: openings.current }
        : { kind: 'view', note },
    );
  });
  const remove = useStableCallback((note: Note): void => {
    if (canComeBack(note)) void sendDeletion(note);
    else setDialog({ kind: 'delete', note });
  });

  const move = useStableCallback((note: Note, to: ColumnId): void => void actions.move(note, to));

  return {
    dialog,
    open,
    remove,
    move,
    close: () => setDialog(null),
    add: (columnId: ColumnId) => {
      if (adding === 'open') openAdd(columnId);
      else if (adding === 'not-now') toast.info({ title: addingNotNow, id: 'notes-not-now' });
      else toast.warning({ title: addingOver, id: 'notes-not-now' });
    },
    keepDraft: (noteId: NoteId | null, draft: Draft) => drafts.keep(noteId, draft),
    typing: onTyping,
    saveNew: (draft: Draft, addAnother: boolean) => {
      drafts.drop(null);
      if (!addAnother) setDialog(null);
      void sendNew(draft);
    },
    saveChange: (note: Note, draft: Draft) => {
      drafts.drop(note.id);
      setDialog(null);
      void sendChange(note, draft);
    },
    confirmDeletion: (note: Note) => {
      setDialog(null);
      void sendDeletion(note);
    },
    /** Escape and Cancel throw the text away, and can be taken back. */
    discard: (noteId: NoteId | null) => {
      const draft = drafts.read(noteId);
      drafts.drop(noteId);
      setDialog(null);
      if (draft === null || noteId !== null) return;
      toast.info({
        title: 'Draft discarded',
        duration: undoTime,
        group: 'board-undo',
        id: 'draft-discarded',
        action: {
          label: 'Undo',
          onPress: () => {
            drafts.putBack(draft);
            openAdd(draft.note_type, drafts.read(null) ?? draft);
          },
        },
      });
    },
  };
}
