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

export const NoteIntent = z.discriminatedUnion('act', [
  z.object({ act: z.literal('add'), id: NoteId, content, note_type: ColumnId }),
  z.object({
    act: z.literal('edit'),
    id: NoteId,
    content,
    note_type: ColumnId.optional(),
    position: position.optional(),
    /** The note that the user saw when they changed the text. */
    base: z.object({ version, content }),
    // An undo: the user has not typed this text now.
    undoes: z.boolean().optional(),
  }),
  z.object({
    act: z.literal('move'),
    id: NoteId,
    note_type: ColumnId,
    position: position.optional(),
    /** Only from this column; without it from wherever the note is. */
    base: z.object({ version, note_type: ColumnId }).optional(),
  }),
  z.object({
    act: z.literal('remove'),
    id: NoteId,
    /** Only with this text and in this column; without it whatever the note has become. */
    base: z.object({ version, content, note_type: ColumnId }).optional(),
  }),
  // The undo of a deletion.
  z.object({ act: z.literal('restore'), id: NoteId, note: Note }),
]);
export type NoteIntent = z.infer<typeof NoteIntent>;
