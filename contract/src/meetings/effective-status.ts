// A separate file, because every page needs this rule but not the meeting schemas.
import type { Meeting, ShownStatus } from './meetings.ts';

/** A live meeting whose end has passed counts as closed (docs/api.md A-84). */
export function effectiveStatus<Status extends ShownStatus>(
  meeting: { status: Status; end_time: Meeting['end_time'] },
  now: Date,
): Status | 'closed' {
  const ended = meeting.end_time !== null && new Date(meeting.end_time) <= now;
  return meeting.status === 'live' && ended ? 'closed' : meeting.status;
}
