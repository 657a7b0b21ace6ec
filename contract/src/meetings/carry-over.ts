// Carrying undiscussed topics of a meeting over to another meeting (docs/retro.md ).
import { z } from 'zod';

import { TopicIds } from '../discussion/discussion.ts';
import type { PolicyResult } from '../errors.ts';
import { MeetingId, NoteId, type TopicId } from '../ids.ts';
import { type Column, type ColumnId, findColumn, resolveColumn } from '../notes/columns.ts';
import { phaseFacts } from '../phases.ts';
import { isInTeam, type TeamContext } from '../teams/teams.ts';
import type { Meeting } from './meetings.ts';

export const CarryOverInput = z
  .object({
    topic_ids: TopicIds.min(1, 'Choose at least one topic.'),
    to_meeting_id: MeetingId,
  })
  .meta({
    examples: [
      {
        topic_ids: ['0198f2c4-7f00-7000-8000-000000000004'],
        to_meeting_id: '0198f2c4-7f00-7000-8000-000000000009',
      },
    ],
  });
export type CarryOverInput = z.infer<typeof CarryOverInput>;

/** The other board's notes of the topics, including notes carried over earlier. */
export const CarryOver = z.object({ note_ids: z.array(NoteId) });

/** UUID version 8 marks notes and groups that were carried over (docs/retro.md R-171). */
export function isCarriedOver(id: TopicId): boolean {
  return id.charAt(14) === '8';
}

/** The same column if it is for notes, else the first column for notes. Action items are not carried over. */
export function columnForCarried(columns: readonly Column[], from: ColumnId): ColumnId {
  const isForNotes = findColumn(columns, from)?.kind === 'notes';
  return resolveColumn(columns, isForNotes ? from : '');
}

/** Allows any member to carry topics into the meeting before its vote. `status` is the effective status. */
export function carryOverPolicy(
  who: TeamContext,
  { status, phase }: Pick<Meeting, 'status' | 'phase'>,
): PolicyResult {
  if (!isInTeam(who)) return 'TEAM_MEMBER_ONLY';
  if (status === 'closed' || status === 'archived') return 'MEETING_FINISHED';
  if (status === 'planned') return 'allowed';
  if (status !== 'live') return 'MEETING_NOT_LIVE';
  return phase === 'joining' || phaseFacts[phase].adds ? 'allowed' : 'NOTES_NOT_NOW';
}
