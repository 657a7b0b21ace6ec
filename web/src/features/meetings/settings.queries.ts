// The settings of a board. They are shown from the board, so that what another page has set shows as well.
import { mutationOptions } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import type { MeetingUpdate } from '@wentwell/contract/meeting-changes';

import { putMeeting } from './meetings.queries.ts';

export type SettingsChange = NonNullable<MeetingUpdate['settings']>;

// Fails at once without a connection: nobody wants a board that changes whenever the connection is back.
const networkMode = 'always';

/** In sequence, so that the last press counts. `onChanged` runs once the server has set them. */
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

/** The same for all columns at once, with settings that go with them. */
export function columnsMutation(meetingId: MeetingId, onChanged: () => void) {
  return mutationOptions({
    mutationKey: ['columns', meetingId],
    networkMode,
    mutationFn: (fields: Pick<MeetingUpdate, 'columns' | 'columns_before' | 'settings'>) =>
      putMeeting(meetingId, fields),
    // Also where they were refused because the board has others by now, which a page without a socket has to read.
    onSettled: onChanged,
  });
}
