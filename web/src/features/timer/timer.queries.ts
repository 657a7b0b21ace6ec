// Sets a meeting's timer. The board shows it by the server's time (`server-time.ts`).
import { mutationOptions } from '@tanstack/react-query';
import { Timer, type TimerInput } from '@wentwell/contract/discussion/timer';
import type { MeetingId } from '@wentwell/contract/ids';

import { request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

export function timerMutation(meetingId: MeetingId) {
  return mutationOptions({
    mutationKey: ['timer', meetingId],
    // In sequence, so that a press during a request is neither lost nor reordered.
    scope: { id: `timer-${meetingId}` },
    mutationFn: (input: TimerInput) =>
      request({
        path: `/api/v1/meetings/${meetingId}/timer`,
        method: 'PUT',
        body: input,
        schema: Timer.nullable(),
      }),
    onError: toast.onError('Failed to set the timer', { id: 'timer-refused' }),
  });
}
