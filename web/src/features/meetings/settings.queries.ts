// A board's settings. The board shows them, so that changes by other pages appear as well.
import { mutationOptions } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import type { MeetingUpdate } from '@wentwell/contract/meetings/meeting-changes';

import { putMeeting } from './meetings.queries.ts';

export type SettingsChange = NonNullable<MeetingUpdate['settings']>;

// Fails immediately when offline: a board must not change at a random later time.
const networkMode = 'always';

/** In sequence, so that the last press wins. */
export function settingsMutation(meetingId: MeetingId) {
  return mutationOptions({
    mutationKey: ['settings', meetingId],
    scope: { id: `settings ${meetingId}` },
    networkMode,
    mutationFn: (settings: SettingsChange) => putMeeting(meetingId, { settings }),
  });
}

export function nameMutation(meetingId: MeetingId) {
  return mutationOptions({
    mutationKey: ['name', meetingId],
    networkMode,
    mutationFn: (name: string) => putMeeting(meetingId, { name }),
  });
}

/** Like `settingsMutation`, for all columns at once. */
export function columnsMutation(meetingId: MeetingId) {
  return mutationOptions({
    mutationKey: ['columns', meetingId],
    networkMode,
    mutationFn: (fields: Pick<MeetingUpdate, 'columns' | 'columns_before' | 'settings'>) =>
      putMeeting(meetingId, fields),
  });
}
