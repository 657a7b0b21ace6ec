// Similarities that the server finds among a board's open notes, and their policy (docs/retro.md ).
import { z } from 'zod';

import { Action } from './actions.ts';
import type { PolicyResult } from './errors.ts';
import { groupPolicy } from './groups.ts';
import { MeetingId, NoteId } from './ids.ts';
import { type LedMeeting, type Meeting, meetingPolicy } from './meetings.ts';
import type { TeamContext } from './teams.ts';
import { Timestamp } from './text.ts';

const Similarity = z.number().min(0).max(1);

/** Two notes or more, in the order of their places; `similarity` is the mean of their pairs. */
export const GroupSuggestion = z.object({
  title: z.string(),
  note_ids: z.array(NoteId),
  similarity: Similarity,
});
export type GroupSuggestion = z.infer<typeof GroupSuggestion>;

export const SimilarNote = z.object({ note_id: NoteId, similarity: Similarity });
export type SimilarNote = z.infer<typeof SimilarNote>;

/** A closed retro of the team in which a topic came up, with what it agreed on there. It names nobody. */
export const EarlierTopic = z.object({
  meeting_id: MeetingId,
  closed_at: Timestamp,
  title: z.string(),
  actions: z.array(Action.pick({ id: true, text: true, status: true, reason: true })),
});
export type EarlierTopic = z.infer<typeof EarlierTopic>;

/** With the effective status, by the server's clock. */
type MeetingNow = LedMeeting & Pick<Meeting, 'phase' | 'status'>;

export const suggestionPolicy = {
  /** The owner alone, while groups can be made. Similar notes are for whoever reads the board. */
  groups: (who: TeamContext, meeting: MeetingNow): PolicyResult =>
    meetingPolicy.lead(who, meeting) === 'allowed'
      ? groupPolicy.change(who, meeting)
      : 'SUGGESTIONS_OWNER_ONLY',
} as const;
