// What a person does to notes, each a command for the board's queue.
import { NoteId } from '@wentwell/contract/ids';
import type { Note, NoteType } from '@wentwell/contract/notes';
import { v7 as newId } from 'uuid';

import type { Command } from '#web/live/command-queue';

import type { NoteCommands } from './note-commands.ts';

export interface NewNote {
  /** The same for the same text, so that trying again cannot add it twice. */
  id: NoteId;
  content: string;
  note_type: NoteType;
}

/** Each gives whether the server took it, in the end; where it did not, the person has been told. */
export interface NoteActions {
  add(note: NewNote): Promise<boolean>;
  /** `note` is the note as the person saw it when they changed it. */
  edit(note: Note, change: { content: string; note_type: NoteType }): Promise<boolean>;
  move(note: Note, to: NoteType): Promise<boolean>;
  remove(note: Note): Promise<boolean>;
}

export function makeNoteId(): NoteId {
  return NoteId.parse(newId());
}

/** Takes who sends (the live client) and what the commands are. */
export function noteActions(
  board: { run(command: Command): Promise<boolean> },
  commands: NoteCommands,
): NoteActions {
  return {
    add: (note) => board.run(commands.make({ act: 'add', ...note })),
    edit: (note, { content, note_type }) => {
      const { id, version } = note;
      const moves = note_type !== note.note_type;
      // Only what changed: another column chosen by somebody else meanwhile stays.
      if (content === note.content) {
        return moves
          ? board.run(commands.make({ act: 'move', id, note_type }))
          : Promise.resolve(true);
      }
      const base = { version, content: note.content };
      const edit = { act: 'edit', id, content, base } as const;
      return board.run(commands.make(moves ? { ...edit, note_type } : edit));
    },
    move: ({ id }, note_type) => board.run(commands.make({ act: 'move', id, note_type })),
    remove: ({ id }) => board.run(commands.make({ act: 'remove', id })),
  };
}
