// The settings of a live board. They are shown from the board, so that what another page has set shows as well.
import { mutationOptions } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { MeetingForCaller, type MeetingUpdate } from '@wentwell/contract/meetings';

import { request } from '#web/api/request';

export type SettingsChange = NonNullable<MeetingUpdate['settings']>;

/** `onChanged` is called when the server has set them. With an open socket the board updates by itself. */
export function settingsMutation(meetingId: MeetingId, onChanged: () => void) {
  return mutationOptions({
    mutationKey: ['settings', meetingId],
    // Fails at once without a connection: nobody wants a board that changes whenever the connection is back.
    networkMode: 'always',
    mutationFn: (settings: SettingsChange) =>
      request({
        path: `/api/v1/meetings/${meetingId}`,
        method: 'PUT',
        body: { settings } satisfies MeetingUpdate,
        schema: MeetingForCaller,
      }),
    onSuccess: onChanged,
  });
}
