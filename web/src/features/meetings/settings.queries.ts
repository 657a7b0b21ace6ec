// A board's settings. The board shows them, so that changes by other pages appear as well.
import { mutationOptions } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import type { MeetingUpdate } from '@wentwell/contract/meeting-changes';

import { putMeeting } from './meetings.queries.ts';

export type SettingsChange = NonNullable<MeetingUpdate['settings']>;

// Fails immediately when offline: a board must not change at a random later time.
const networkMode = 'always';

/** In sequence, so that the last press wins. `onChanged` runs once the server has saved. */
export function settingsMutation(meetingId: MeetingId, onChanged: () => void) {
  return mutationOptions({
    mutationKey: ['settings', meetingId],
    scope: { id: `settings ${meetingId}` },
    networkMode,
    mutationFn: (settings: SettingsChange) => putMeeting(meetingId, { settings }),
    onSuccess: onChanged,
  });
}

export function nameMutation(meetingId: MeetingId, onChanged: () => void) {
  return mutationOptions({
    mutationKey: ['name', meetingId],
    networkMode,
    mutationFn: (name: string) => putMeeting(meetingId, { name }),
    onSuccess: onChanged,
  });
}

/** Like `settingsMutation`, for all columns at once. */
export function columnsMutation(meetingId: MeetingId, onChanged: () => void) {
  return mutationOptions({
    mutationKey: ['columns', meetingId],
    networkMode,
    mutationFn: (fields: Pick<MeetingUpdate, 'columns' | 'columns_before' | 'settings'>) =>
      putMeeting(meetingId, fields),
    // Also after a refusal because of newer columns, which a page without a socket must fetch.
    onSettled: onChanged,
  });
}
