// Similarities that the server finds among a board's open notes, and their policy (docs/retro.md ).
import { z } from 'zod';

import type { PolicyResult } from './errors.ts';
import { groupPolicy } from './groups.ts';
import { NoteId } from './ids.ts';
import { type LedMeeting, type Meeting, meetingPolicy } from './meetings.ts';
import type { TeamContext } from './teams.ts';

/** From 0 to 1. */
const Similarity = z.number().min(0).max(1);

/** Two notes or more, in the order of their places; `similarity` is the mean of their pairs. */
export const GroupSuggestion = z
  .object({ title: z.string(), note_ids: z.array(NoteId), similarity: Similarity })
  .meta({
    examples: [
      {
        title: 'Deploy',
        note_ids: ['0198f2c4-7f00-7000-8000-000000000004', '0198f2c4-7f00-7000-8000-000000000005'],
        similarity: 0.41,
      },
    ],
  });
export type GroupSuggestion = z.infer<typeof GroupSuggestion>;

export const SimilarNote = z
  .object({ note_id: NoteId, similarity: Similarity })
  .meta({ examples: [{ note_id: '0198f2c4-7f00-7000-8000-000000000005', similarity: 0.41 }] });
export type SimilarNote = z.infer<typeof SimilarNote>;

/** With the effective status, by the server's clock. */
type MeetingNow = LedMeeting & Pick<Meeting, 'phase' | 'status'>;

export const suggestionPolicy = {
  /** The owner alone, while groups can be made. Similar notes are for whoever reads the board. */
  groups: (who: TeamContext, meeting: MeetingNow): PolicyResult =>
    meetingPolicy.lead(who, meeting) === 'allowed'
      ? groupPolicy.change(who, meeting)
      : 'SUGGESTIONS_OWNER_ONLY',
} as const;
