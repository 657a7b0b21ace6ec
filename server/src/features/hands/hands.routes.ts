import { HandInput, presentHands } from '@wentwell/contract/board/hands';
import { UserId } from '@wentwell/contract/ids';
import { z } from 'zod';

import type { ServerFeature } from '#server/board/server-feature';
import { noContent, type StoreDeps } from '#server/board/store';
import { type Api, callsOf } from '#server/platform/http/calls';

const Hands = z
  .object({ hands: z.array(UserId) })
  .meta({ examples: [{ hands: ['0198f2c4-7f00-7000-8000-000000000001'] }] });

function routes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Meetings');

  change('PUT /meetings/:meetingId/hand', {
    operationId: 'setHand',
    config: { guests: 'write' },
    summary: 'Raise or lower a hand',
    description:
      'By a member for themselves, in any phase of a live meeting. Leads lower another member’s with ' +
      '`user_id`. Returns all raised hands in order. Hands name their members in anonymous meetings, too.',
    body: HandInput,
    answers: { 200: Hands },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, {
        name: 'hand.set',
        input: body,
        answer: ({ board }) => ({ status: 200, body: { hands: presentHands(board) } }),
      }),
  });

  change('DELETE /meetings/:meetingId/hands', {
    operationId: 'lowerHands',
    summary: 'Lower all hands',
    description: 'By a lead. Every hand goes down.',
    run: ({ command, params: { meetingId } }) =>
      store.change(command, meetingId, { ...noContent, name: 'hand.lowerAll', input: {} }),
  });
}

export const handsFeature: ServerFeature = {
  routes,
  evidence: {
    named: {
      'board_records hand named': { title: 'Raised hands', holds: 'Who has raised one.' },
      'board_changes hand': { title: 'Hands going up', holds: 'Whose.' },
    },
  },
};
