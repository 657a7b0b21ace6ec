// What a PUT changes of a meeting, or the refusal that it meets: statuses, times and settings (docs/api.md ).
// It asks no database: who may, and other teams, are the service's to see.
import { isDeepStrictEqual } from 'node:util';

import { describeError } from '@wentwell/contract/errors';
import {
  effectiveStatus,
  isEditable,
  MeetingSettings,
  type MeetingStatus,
  type MeetingUpdate,
  statusMoveAllowed,
} from '@wentwell/contract/meetings';

import { ApiError } from '#server/platform/http/api-error';

import {
  columnsOf,
  type MeetingRow,
  type meetings,
  settingsOf,
  toMeeting,
} from './meetings.table.ts';

export type MeetingChanges = Partial<typeof meetings.$inferInsert>;

function instantOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}

function timesOf({ start_time, end_time }: MeetingUpdate): MeetingChanges {
  return {
    ...(start_time !== undefined && { startTime: instantOf(start_time) }),
    ...(end_time !== undefined && { endTime: instantOf(end_time) }),
  };
}

/** What a move of status brings with it; what the caller sent goes before it. */
function movedTo(status: MeetingStatus, meeting: MeetingRow, now: Date): MeetingChanges {
  switch (status) {
    case 'live':
      return { status, startTime: now, phaseStartedAt: now };
    case 'closed': {
      const isOver = meeting.endTime !== null && meeting.endTime <= now;
      return { status, endTime: isOver ? meeting.endTime : now };
    }
    case 'planned': {
      // Planned anew: a start that lies ahead still holds, whatever happened before does not.
      const ahead = meeting.startTime !== null && meeting.startTime > now;
      const startTime = ahead ? meeting.startTime : null;
      const phase = { phase: 'joining', phaseStartedAt: null, phaseMinutes: null } as const;
      return { status, startTime, endTime: null, ...phase };
    }
    case 'canceled':
    case 'archived':
      return { status };
  }
}

function requireOrder(meeting: MeetingRow, changes: MeetingChanges, input: MeetingUpdate): void {
  if (changes.startTime === undefined && changes.endTime === undefined) return;
  const { startTime, endTime } = { ...meeting, ...changes };
  if (!startTime || !endTime || startTime <= endTime) return;
  // A meeting can always be finished: people's clocks differ, and a start may have been set ahead.
  if (changes.status === 'closed' && input.start_time === undefined) {
    changes.startTime = endTime;
    return;
  }
  const field = input.end_time === undefined ? 'start_time' : 'end_time';
  const msg = describeError('MEETING_TIMES').detail;
  throw new ApiError(
    'MEETING_TIMES',
    {},
    { errors: [{ loc: ['body', field], msg, type: 'custom' }] },
  );
}

/** The columns to write, or null where nothing changes. Throws where the meeting's state does not allow it. */
export function meetingChanges(
  meeting: MeetingRow,
  input: MeetingUpdate,
  now: Date,
): MeetingChanges | null {
  const { status, name, team_id, settings, columns } = input;
  const { end_time } = toMeeting(meeting);
  const from = effectiveStatus({ status: meeting.status, end_time }, now);
  if (status && !statusMoveAllowed(from, status)) throw new ApiError('MEETING_STATUS_MOVE');
  const to = status !== undefined && status !== meeting.status ? status : null;
  const times = timesOf(input);
  // Finished when its end had already passed, whether or not the server has closed it since: that end stands.
  if (status === 'closed' && from === 'closed') delete times.endTime;
  const edits: MeetingChanges = {
    ...(name !== undefined && { name }),
    ...(team_id !== undefined && { teamId: team_id }),
    ...(settings && {
      // What a newer version has stored beside the settings that this one knows stays there.
      settings: {
        ...meeting.settings,
        ...MeetingSettings.parse({ ...settingsOf(meeting), ...settings }),
      },
    }),
    ...(columns !== undefined && { columns }),
    ...times,
  };
  if (edits.settings && edits.settings.votes_per_topic > edits.settings.votes_per_person) {
    throw new ApiError('VOTES_LIMITS');
  }
  const editable = isEditable(from) || (to !== null && isEditable(to));
  if (!editable && Object.keys(edits).length > 0) throw new ApiError('MEETING_NOT_EDITABLE');
  const changes = { ...(to && movedTo(to, meeting, now)), ...edits };
  if (to === 'live') changes.startTime ??= now;
  if (to === 'closed') changes.endTime ??= now;
  requireOrder(meeting, changes, input);
  const after = { ...meeting, ...changes };
  // An end that has passed already ends the meeting now.
  if (after.status === 'live' && after.endTime && after.endTime <= now) changes.status = 'closed';
  const stored = { ...meeting, columns: columnsOf(meeting) };
  const differs = Object.entries(changes).some(
    ([field, value]) => !isDeepStrictEqual(value, Reflect.get(stored, field)),
  );
  return differs ? changes : null;
}
