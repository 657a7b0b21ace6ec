// Votes and reactions that an imported note brought along. Nobody sees the record; totals are computed from it.
import { z } from 'zod';

import { NoteId } from '../ids.ts';
import { TopicTotal } from '../votes.ts';
import { defineRecordType } from './record.ts';

/** Has the id of its note. The votes of a topic stand on its first note. */
const ImportedCounts = z.object({
  type: z.literal('imported_counts'),
  id: NoteId,
  votes: TopicTotal.nullable(),
  reactions: z.array(z.object({ emoji: z.string(), count: z.number().int().min(1) })),
});
export type ImportedCountsRecord = z.infer<typeof ImportedCounts>;
export const importedCountsType = defineRecordType<ImportedCountsRecord>({
  type: 'imported_counts',
  schema: ImportedCounts,
  views: () => ({ publicView: null, privateView: null }),
});
