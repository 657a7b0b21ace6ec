// Additions of people who were away (docs/retro.md R-365). The board tells that some were turned over, never a text.
import { z } from 'zod';

import type { BoardState } from './board.ts';
import { defineRecordType } from './record.ts';

/** Its id is the meeting's. */
const AdditionsRecord = z.object({
  type: z.literal('additions'),
  id: z.string(),
  revealed: z.number(),
});
export const additionsType = defineRecordType<z.infer<typeof AdditionsRecord>>({
  type: 'additions',
  schema: AdditionsRecord,
});

export function countRevealed(board: BoardState): number {
  return board.all(additionsType)[0]?.revealed ?? 0;
}
