import { presentMarks, Ready, ReadyInput, readyType } from '@wentwell/contract/board/marks';

import type { StoreDeps } from '#server/board/store';
import { type Api, callsOf } from '#server/platform/http/calls';

export function readyRoutes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Meetings');

  change('PUT /meetings/:meetingId/ready', {
    operationId: 'setReady',
    config: { guests: 'write' },
    summary: 'Mark myself as done',
    description:
      'By a member, for the present phase of a live meeting; a phase change clears it. Returns everybody who ' +
      'is done. With `phase` it is refused in any other phase, for clients that may send it late.',
    body: ReadyInput,
    answers: { 200: Ready },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, {
        name: 'ready.set',
        input: body,
        answer: ({ board }) => ({ status: 200, body: { ready: presentMarks(board, readyType) } }),
      }),
  });
}
