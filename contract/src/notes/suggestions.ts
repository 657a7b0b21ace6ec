// Similarities between a board's open notes, computed by the server, and their policy (docs/retro.md ).
import { z } from 'zod';

import { Action } from '../actions/actions.ts';
import type { PolicyResult } from '../errors.ts';
import { MeetingId, NoteId } from '../ids.ts';
import { type LedMeeting, type MeetingNow, meetingPolicy } from '../meetings/meetings.ts';
import type { TeamContext } from '../teams/teams.ts';
import { Timestamp } from '../text/text.ts';
import { groupPolicy } from './groups.ts';

const Similarity = z.number().min(0).max(1);

/** At least two notes, sorted by position. `similarity` is the mean over all pairs. */
export const GroupSuggestion = z.object({
  title: z.string(),
  note_ids: z.array(NoteId),
  similarity: Similarity,
});
export type GroupSuggestion = z.infer<typeof GroupSuggestion>;

export const SimilarNote = z.object({ note_id: NoteId, similarity: Similarity });
export type SimilarNote = z.infer<typeof SimilarNote>;

/** A closed retro of the team in which the topic came up, with its action items. It names nobody. */
export const EarlierTopic = z.object({
  meeting_id: MeetingId,
  closed_at: Timestamp,
  title: z.string(),
  actions: z.array(Action.pick({ id: true, text: true, status: true, reason: true })),
});
export type EarlierTopic = z.infer<typeof EarlierTopic>;

export const suggestionPolicy = {
  /** Only leads, in phases that group. Similar notes are available to all readers of the board. */
  groups: (who: TeamContext, meeting: LedMeeting & MeetingNow): PolicyResult =>
    meetingPolicy.lead(who, meeting) === 'allowed'
      ? groupPolicy.change(who, meeting)
      : 'SUGGESTIONS_OWNER_ONLY',
} as const;
