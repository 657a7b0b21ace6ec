// Setting the timer of a meeting. It is shown from the board, by the server's time (`server-time.ts`).
import { mutationOptions } from '@tanstack/react-query';
import type { MeetingId } from '@wentwell/contract/ids';
import { Timer, type TimerInput } from '@wentwell/contract/timer';

import { request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

/** `onChanged` is called when the server has set it. With an open socket the board updates by itself. */
export function timerMutation(meetingId: MeetingId, onChanged: () => void) {
  return mutationOptions({
    mutationKey: ['timer', meetingId],
    // One after another: what is pressed before the answer to the press before has come is not lost, and not overtaken.
    scope: { id: `timer-${meetingId}` },
    // Fails at once without a connection: nobody wants a timer that starts whenever the connection is back.
    networkMode: 'always',
    mutationFn: (input: TimerInput) =>
      request({
        path: `/api/v1/meetings/${meetingId}/timer`,
        method: 'PUT',
        body: input,
        schema: Timer.nullable(),
      }),
    onSuccess: onChanged,
    onError: toast.failed('Failed to set the timer', { id: 'timer-refused' }),
  });
}
