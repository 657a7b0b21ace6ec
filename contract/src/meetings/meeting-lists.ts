// Queries for lists of meetings and a team's last settings. Separate from `meetings.ts`, which every board loads.
import { z } from 'zod';

import { ListQuery } from '../api/lists.ts';
import { SentTime } from '../api/sent-time.ts';
import { MeetingId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Column } from '../notes/columns.ts';
import { optionalText } from '../text/text.ts';
import { MeetingSettings, MeetingStatus } from './meetings.ts';

/** `starts_after` excludes meetings without a start. Each word of `search` must be in the name (docs/api.md A-18). */
export const MeetingsQuery = ListQuery.extend({
  status: MeetingStatus.optional(),
  starts_after: SentTime.optional(),
  search: optionalText(limits.meetingNameMax).default(''),
});
export type MeetingsQuery = z.infer<typeof MeetingsQuery>;

/** GET /teams/{id}/meeting-start: the defaults of a meeting with `template_id: null` (docs/retro.md R-193). */
export const MeetingStart = z.object({
  columns: z.array(Column),
  settings: MeetingSettings,
  /** The meeting that they come from. Null if the team has none and gets the built-in defaults. */
  last_meeting_id: MeetingId.nullable(),
});
export type MeetingStart = z.infer<typeof MeetingStart>;
