import { NoteId } from '@wentwell/contract/ids';
import type { ColumnId } from '@wentwell/contract/notes/columns';
import type { Note } from '@wentwell/contract/notes/notes';

import { randomId } from '#web/api/random-ids';
import type { QueuedCommand } from '#web/live/queued-command';
import type { UndoHistory } from '#web/live/undo-history';

import type { NoteCommands } from './note-commands.ts';

export interface NewNote {
  /** The same for one text, so that a retry cannot add it twice. */
  id: NoteId;
  content: string;
  note_type: ColumnId;
}

export type NoteActions = ReturnType<typeof noteActions>;

export function makeNoteId(): NoteId {
  return NoteId.parse(randomId());
}

/** Promises resolve to whether the server acknowledged. Refusals are already reported to the user. */
export function noteActions(board: Pick<UndoHistory, 'run' | 'runAll'>, commands: NoteCommands) {
  const adding = (note: NewNote): QueuedCommand => commands.create({ act: 'add', ...note });
  const move = ({ id }: Note, note_type: ColumnId): Promise<boolean> =>
    board.run(commands.create({ act: 'move', id, note_type }));
  return {
    add: (note: NewNote): Promise<boolean> => board.run(adding(note)),
    /** Adds the texts in order, as one undoable change. */
    addAll: (note_type: ColumnId, contents: readonly string[]): void => {
      const made = contents.map((content) => adding({ id: makeNoteId(), content, note_type }));
      const [first, ...others] = made;
      if (first && others.length === 0) void board.run(first);
      else {
        const title = `${made.length} notes added`;
        // The newest note is on top, so the last text is added first.
        board.runAll(made.toReversed(), { title, undoneTitle: `${made.length} notes removed` });
      }
    },
    /** `note` is the version that the user saw. */
    edit: (note: Note, { content, note_type }: Omit<NewNote, 'id'>): Promise<boolean> => {
      const { id, version } = note;
      const moves = note_type !== note.note_type;
      // Sends only changed fields, so that another user's move of the note is kept.
      if (content === note.content) return moves ? move(note, note_type) : Promise.resolve(true);
      const base = { version, content: note.content };
      const edit = { act: 'edit', id, content, base } as const;
      return board.run(commands.create(moves ? { ...edit, note_type } : edit));
    },
    move,
    remove: ({ id }: Note) => board.run(commands.create({ act: 'remove', id })),
  };
}
