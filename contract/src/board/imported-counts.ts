// Votes and reactions without a person: of an imported note, or of an erased account. Hidden; totals are computed from it.
import { z } from 'zod';

import { TopicTotal } from '../discussion/votes.ts';
import { NoteId } from '../ids.ts';
import { defineRecordType } from './record.ts';

/** `id` is the note's id. Imported votes of a topic belong to its first note. */
const ImportedCounts = z.object({
  type: z.literal('imported_counts'),
  id: NoteId,
  votes: TopicTotal.nullable(),
  reactions: z.array(z.object({ emoji: z.string(), count: z.number().int().min(1) })),
});
export type ImportedCountsRecord = z.infer<typeof ImportedCounts>;
export const importedCountsType = defineRecordType(ImportedCounts, {
  noteOf: ({ id }) => id,
  views: () => ({ publicView: null, privateView: null }),
});
