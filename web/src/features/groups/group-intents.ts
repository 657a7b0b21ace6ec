// What a user wants done to a group, as the board's queue stores it. Stored intents outlive a reload and a new version.
import { ColumnId } from '@wentwell/contract/columns';
import { GroupId, NoteId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

const id = GroupId;
const note_ids = z.array(NoteId);
const title = z.string().max(limits.groupTitleMax);

export const GroupIntent = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('create'),
    id,
    note_ids,
    /** Only one that a person typed: the others are suggested anew. */
    title: title.optional(),
    column_id: ColumnId.optional(),
  }),
  z.object({ act: z.literal('add'), id, note_ids }),
  z.object({ act: z.literal('remove'), id, note_ids }),
  z.object({ act: z.literal('dissolve'), id }),
  z.object({ act: z.literal('title'), id, title }),
  // The undo of the first title that a person typed.
  z.object({ act: z.literal('untitle'), id }),
  z.object({ act: z.literal('move'), id, column_id: ColumnId }),
]);
export type GroupIntent = z.infer<typeof GroupIntent>;
