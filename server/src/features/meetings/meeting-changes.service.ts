// The columns of a meeting that an update changes.
import { isRejected } from '@wentwell/contract/board/context';
import { changeMeeting } from '@wentwell/contract/board/meeting-changes';
import type { MeetingUpdate } from '@wentwell/contract/meetings';

import { rejectionError } from '#server/platform/http/api-error';

import { type MeetingRow, type meetings, toMeetingRecord } from './meetings.table.ts';

export type MeetingChanges = Partial<typeof meetings.$inferInsert>;

function instantOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}

/** The columns to write, or null where nothing changes. Throws where the meeting's state does not allow it. */
export function meetingChanges(
  row: MeetingRow,
  input: MeetingUpdate,
  now: Date,
): MeetingChanges | null {
  const before = toMeetingRecord(row);
  const after = changeMeeting(before, input, now);
  if (after === null) return null;
  if (isRejected(after)) throw rejectionError(after);
  const differs = (field: keyof typeof before) => after[field] !== before[field];
  return {
    ...(differs('name') && { name: after.name }),
    ...(differs('team_id') && { teamId: after.team_id }),
    ...(after.status !== 'unknown' && differs('status') && { status: after.status }),
    ...(differs('start_time') && { startTime: instantOf(after.start_time) }),
    ...(differs('end_time') && { endTime: instantOf(after.end_time) }),
    ...(differs('phase') && { phase: after.phase }),
    ...(differs('phase_started_at') && { phaseStartedAt: instantOf(after.phase_started_at) }),
    ...(differs('phase_minutes') && { phaseMinutes: after.phase_minutes }),
    // Settings that only a newer version knows stay.
    ...(differs('settings') && { settings: { ...row.settings, ...after.settings } }),
    ...(differs('columns') && { columns: after.columns }),
  };
}
