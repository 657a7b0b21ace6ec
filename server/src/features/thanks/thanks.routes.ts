import { getMeeting } from '@wentwell/contract/board/meeting';
import { Thanks, ThanksInput, thanksType } from '@wentwell/contract/board/thanks';
import { ThanksId } from '@wentwell/contract/ids';
import { eq } from 'drizzle-orm';

import { readMembers } from '#server/board/read-facts';
import { seenRecord } from '#server/board/seen-record';
import { type BoardStore, nothing } from '#server/board/store';
import { teams } from '#server/features/teams/teams.table';
import type { Api } from '#server/platform/http/api';
import { ApiError, notFound } from '#server/platform/http/api-error';
import { callsOf } from '#server/platform/http/calls';
import { newTimelessId } from '#server/platform/ids';

export function thanksRoutes(api: Api, store: BoardStore): void {
  const { change } = callsOf(api, 'Meetings');

  change('POST /meetings/:meetingId/thanks', {
    operationId: 'giveThanks',
    summary: 'Thank a member',
    description:
      'By a member to another, in Ready to Close; the report names both, also in anonymous meetings. 409 if ' +
      'the team has disabled badges and thanks.',
    body: ThanksInput,
    answers: { 201: Thanks },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, {
        name: 'thanks.give',
        input: {},
        async reads(tx, { board }) {
          const teamId = getMeeting(board).team_id;
          const [team] = await tx.select().from(teams).where(eq(teams.id, teamId));
          if (team?.recognition !== true) throw new ApiError('THANKS_SWITCHED_OFF');
          const members = await readMembers(tx, teamId, [body.to_user_id]);
          const input = { ...body, id: newTimelessId(ThanksId) };
          return { input, context: { facts: { members } } };
        },
        answer({ board, input: { id } }) {
          const given =
            seenRecord(board, { type: thanksType, id: ThanksId.parse(id) }, command) ?? notFound();
          return { status: 201, body: given, kept: { id } };
        },
      }),
  });

  change('DELETE /meetings/:meetingId/thanks/:thanksId', {
    operationId: 'takeThanksBack',
    summary: 'Withdraw thanks',
    description:
      'By their giver, the owner or a team admin, while the meeting is live. The text is erased from the ' +
      'history.',
    run: ({ command, params: { meetingId, thanksId: id } }) =>
      store.change(command, meetingId, { ...nothing, name: 'thanks.takeBack', input: { id } }),
  });
}
