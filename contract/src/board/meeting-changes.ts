// Computes a meeting update's status, times and settings (docs/api.md ). Authorization is the caller's job.
import { effectiveStatus } from '../meetings/effective-status.ts';
import type { MeetingUpdate, SettingsUpdate } from '../meetings/meeting-changes.ts';
import {
  isEditable,
  MeetingSettings,
  type MeetingStatus,
  statusMoveAllowed,
} from '../meetings/meetings.ts';
import { canonicalJson } from './canonical-json.ts';
import { reject } from './context.ts';
import type { MeetingRecord } from './meeting.ts';

/** Normalizes to UTC ISO 8601, so that times can be compared as strings. */
function timeOf(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** Fields set by a status change. Fields sent by the caller override them. */
function movedTo(
  status: MeetingStatus,
  { start_time }: MeetingRecord,
  now: string,
): Partial<MeetingRecord> {
  switch (status) {
    case 'live':
      return { status, start_time: now, phase_started_at: now };
    case 'planned': {
      // Planned again: keep a start in the future and reset everything else.
      const isAhead = start_time !== null && start_time > now;
      const phase = { phase: 'joining', phase_started_at: null, phase_minutes: null } as const;
      return { status, start_time: isAhead ? start_time : null, end_time: null, ...phase };
    }
    case 'closed':
    case 'canceled':
    case 'archived':
      return { status };
  }
}

export function changeSettings(settings: MeetingSettings, update: SettingsUpdate): MeetingSettings {
  const changed = MeetingSettings.parse({ ...settings, ...update });
  if (changed.votes_per_topic > changed.votes_per_person) reject('VOTES_LIMITS');
  return changed;
}

/** Null if nothing changes. The caller sets the version and the time of the change. */
export function changeMeeting(
  meeting: MeetingRecord,
  input: MeetingUpdate,
  at: Date,
): MeetingRecord | null {
  const { status, name, team_id, settings, columns, start_time, end_time } = input;
  const now = at.toISOString();
  const from = effectiveStatus(meeting, at);
  if (status && !statusMoveAllowed(from, status)) reject('MEETING_STATUS_MOVE');
  const to = status !== undefined && status !== meeting.status ? status : null;
  // The end had already passed, even if the server has not closed the meeting yet. Keep that end.
  const keepsEnd = status === 'closed' && from === 'closed';
  const changed = settings && changeSettings(meeting.settings, settings);
  const edits: Partial<MeetingRecord> = {
    ...(name !== undefined && { name }),
    ...(team_id !== undefined && { team_id }),
    ...(changed && { settings: changed }),
    ...(columns !== undefined && { columns }),
    ...(start_time !== undefined && { start_time: timeOf(start_time) }),
    ...(end_time !== undefined && !keepsEnd && { end_time: timeOf(end_time) }),
  };
  const isOpen = isEditable(from) || (to !== null && isEditable(to));
  if (!isOpen && Object.keys(edits).length > 0) reject('MEETING_NOT_EDITABLE');
  const after = { ...meeting, ...(to && movedTo(to, meeting, now)), ...edits };
  if (to === 'live') after.start_time ??= now;
  // A client's clock may be ahead, and deadlines count from the end.
  if (to === 'closed' && (after.end_time ?? now) >= now) after.end_time = now;
  if (after.start_time !== null && after.end_time !== null && after.start_time > after.end_time) {
    if (to !== 'closed' || start_time !== undefined) {
      reject('MEETING_TIMES', [end_time === undefined ? 'start_time' : 'end_time']);
    }
    // Finishing must always work, even if the start is in the future or clocks differ.
    after.start_time = after.end_time;
  }
  // An end in the past closes the meeting now.
  if (effectiveStatus(after, at) === 'closed') after.status = 'closed';
  return canonicalJson(after) === canonicalJson(meeting) ? null : after;
}
