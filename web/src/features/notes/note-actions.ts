import type { ColumnId } from '@wentwell/contract/columns';
import { NoteId } from '@wentwell/contract/ids';
import type { Note } from '@wentwell/contract/notes';

import { randomId } from '#web/api/random-ids';
import type { Command } from '#web/live/command';
import type { UndoHistory } from '#web/live/undo-history';

import type { NoteCommands } from './note-commands.ts';

export interface NewNote {
  /** The same for one text, so that a retry cannot add it twice. */
  id: NoteId;
  content: string;
  note_type: ColumnId;
}

/** Promises resolve to whether the server acknowledged. Refusals are already reported to the user. */
export interface NoteActions {
  add(note: NewNote): Promise<boolean>;
  /** Adds the notes in order, as one undoable change. */
  addAll(notes: readonly NewNote[]): void;
  /** `note` is the version that the user saw. */
  edit(note: Note, change: { content: string; note_type: ColumnId }): Promise<boolean>;
  move(note: Note, to: ColumnId): Promise<boolean>;
  remove(note: Note): Promise<boolean>;
}

export function makeNoteId(): NoteId {
  return NoteId.parse(randomId());
}

export function noteActions(
  board: Pick<UndoHistory, 'run' | 'runAll'>,
  commands: NoteCommands,
): NoteActions {
  const adding = (note: NewNote): Command => commands.create({ act: 'add', ...note });
  return {
    add: (note) => board.run(adding(note)),
    addAll: (all) => {
      const title = `${all.length} notes added`;
      board.runAll(all.map(adding), { title, undoneTitle: `${all.length} notes removed again` });
    },
    edit: (note, { content, note_type }) => {
      const { id, version } = note;
      const moves = note_type !== note.note_type;
      // Sends only changed fields, so that another user's move of the note is kept.
      if (content === note.content) {
        return moves
          ? board.run(commands.create({ act: 'move', id, note_type }))
          : Promise.resolve(true);
      }
      const base = { version, content: note.content };
      const edit = { act: 'edit', id, content, base } as const;
      return board.run(commands.create(moves ? { ...edit, note_type } : edit));
    },
    move: ({ id }, note_type) => board.run(commands.create({ act: 'move', id, note_type })),
    remove: ({ id }) => board.run(commands.create({ act: 'remove', id })),
  };
}
