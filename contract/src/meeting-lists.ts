// Queries of the lists of meetings, and of a team's last choice. Apart from `meetings.ts`, which a board loads.
import { z } from 'zod';

import { Column } from './columns.ts';
import { MeetingId } from './ids.ts';
import { limits } from './limits.ts';
import { ListQuery } from './lists.ts';
import { MeetingSettings, MeetingStatus } from './meetings.ts';
import { SentTime } from './sent-time.ts';
import { optionalText } from './text.ts';

/** `starts_after` drops meetings without a start. Each word of `search` is a part of the name (docs/api.md A-18). */
export const MeetingsQuery = ListQuery.extend({
  status: MeetingStatus.optional(),
  starts_after: SentTime.optional(),
  search: optionalText(limits.meetingNameMax).default(''),
});
export type MeetingsQuery = z.infer<typeof MeetingsQuery>;

/** GET /teams/{id}/meeting-start: what a meeting with `template_id: null` starts with (docs/retro.md R-193). */
export const MeetingStart = z.object({
  columns: z.array(Column),
  settings: MeetingSettings,
  /** The meeting that has them; null where the team had none, and these are the defaults. */
  last_meeting_id: MeetingId.nullable(),
});
export type MeetingStart = z.infer<typeof MeetingStart>;
