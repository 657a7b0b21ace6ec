// Groups of notes (docs/retro.md ): entity, inputs, titles, policy. On a board: `board/groups.ts`.
import { z } from 'zod';

import type { PolicyResult } from '../errors.ts';
import { GroupId, NoteId, NewGroupId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { MeetingNow } from '../meetings/meetings.ts';
import { phaseFacts } from '../phases.ts';
import type { TeamContext } from '../teams/teams.ts';
import { requiredText, withReadableText } from '../text/text.ts';
import { ColumnId } from './columns.ts';

/** At least two notes; `note_ids` is sorted by position, oldest first. A note is in at most one group. */
export const Group = z.object({
  id: GroupId,
  title: z.string(),
  /** A user typed the title, so no suggestion replaces it. */
  title_is_custom: z.boolean(),
  /** The group's column. Its notes keep their own columns and return to them when they leave. */
  column_id: ColumnId,
  note_ids: z.array(NoteId),
  version: z.number().int(),
});
export type Group = z.infer<typeof Group>;

export const GroupTitle = withReadableText(
  requiredText(limits.groupTitleMax, 'Please enter a title for the group.'),
  'A group title',
);

const NoteIds = z
  .array(NoteId)
  .max(limits.notesPerBoard, `A group has at most ${limits.notesPerBoard} notes.`)
  .refine((ids) => new Set(ids).size === ids.length, 'A note can be in a group only once.');

/** A client-generated `id` makes retries idempotent. `column_id` defaults to the first note's column. */
export const GroupInput = z
  .object({
    id: NewGroupId.optional(),
    note_ids: NoteIds.refine((ids) => ids.length >= 2, 'A group needs at least two notes.'),
    title: GroupTitle.optional(),
    column_id: ColumnId.optional(),
  })
  .meta({
    examples: [
      {
        note_ids: ['0198f2c4-7f00-7000-8000-000000000004', '0198f2c4-7f00-7000-8000-000000000005'],
      },
    ],
  });

/** Absent fields stay unchanged. Removing all but one note dissolves the group. */
export const GroupUpdate = z
  .object({
    /** Null replaces a typed title with the suggested one. */
    title: GroupTitle.nullish(),
    add: NoteIds.optional(),
    remove: NoteIds.optional(),
    column_id: ColumnId.optional(),
  })
  .refine(({ add = [], remove = [] }) => !add.some((id) => remove.includes(id)), {
    path: ['remove'],
    message: 'A note cannot be added and removed at the same time.',
  })
  .meta({ examples: [{ title: 'Deploys' }, { add: ['0198f2c4-7f00-7000-8000-000000000007'] }] });
export type GroupUpdate = z.infer<typeof GroupUpdate>;

export const groupPolicy = {
  /** Create, change, dissolve: any member, in phases that group. */
  change: (who: TeamContext, meeting: MeetingNow): PolicyResult => {
    if (who.role === null) return 'TEAM_MEMBER_ONLY';
    if (meeting.status !== 'live') return 'MEETING_NOT_LIVE';
    return phaseFacts[meeting.phase].groups ? 'allowed' : 'GROUPS_NOT_NOW';
  },
} as const;
