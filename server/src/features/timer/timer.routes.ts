import { presentTimer } from '@wentwell/contract/board/meeting';
import { Timer, TimerInput } from '@wentwell/contract/discussion/timer';

import type { StoreDeps } from '#server/board/store';
import { type Api, callsOf } from '#server/platform/http/calls';

export function timerRoutes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Meetings');

  change('PUT /meetings/:meetingId/timer', {
    operationId: 'setTimer',
    summary: 'Set the timer',
    description:
      'By a lead, while the meeting is live: starts, extends, pauses, resumes or stops the ' +
      'phase’s timer, and returns it, or null without one. At its end the server enters the next phase if the' +
      ' meeting has `auto_advance`; otherwise nothing happens.',
    body: TimerInput,
    answers: { 200: Timer.nullable() },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, {
        name: 'timer.set',
        input: { timer: body },
        answer: ({ board }) => ({ status: 200, body: presentTimer(board) }),
      }),
  });
}
