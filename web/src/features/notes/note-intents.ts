// What a user wants done to a note, as the board's queue stores it. Stored intents outlive a reload and a new version.
import { ColumnId } from '@wentwell/contract/columns';
import { NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { Note } from '@wentwell/contract/notes';
import { z } from 'zod';

const content = z.string().max(limits.noteContentMax);
const version = z.number().int();
/** Where a note was that moves back. */
const position = z.number().int();

/** The note that the user saw. The command counts only while the note still has what is named here. */
const NoteBase = z.object({
  version,
  content: content.optional(),
  note_type: ColumnId.optional(),
});
export type NoteBase = z.infer<typeof NoteBase>;

export const NoteIntent = z.discriminatedUnion('act', [
  z.object({ act: z.literal('add'), id: NoteId, content, note_type: ColumnId }),
  z.object({
    act: z.literal('edit'),
    id: NoteId,
    content,
    note_type: ColumnId.optional(),
    position: position.optional(),
    base: NoteBase,
    // An undo: the user has not typed this text now.
    undoes: z.boolean().optional(),
  }),
  z.object({
    act: z.literal('move'),
    id: NoteId,
    note_type: ColumnId,
    position: position.optional(),
    base: NoteBase.optional(),
  }),
  z.object({ act: z.literal('remove'), id: NoteId, base: NoteBase.optional() }),
  // The undo of a deletion.
  z.object({ act: z.literal('restore'), id: NoteId, note: Note }),
]);
export type NoteIntent = z.infer<typeof NoteIntent>;
