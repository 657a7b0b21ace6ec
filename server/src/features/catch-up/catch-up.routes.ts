import { AuthorHeaders } from '@wentwell/contract/author-keys';
import { AdditionInput, CatchUp, LeftAdditions, MissedRetro } from '@wentwell/contract/catch-up';
import { CreateByAuthorHeaders } from '@wentwell/contract/change-headers';
import { z } from 'zod';

import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';

import type { CatchUpService } from './catch-up.service.ts';

export function catchUpRoutes(api: Api, catchUp: CatchUpService): void {
  const { answer, change } = callsOf(api, 'Meetings');

  answer('GET /me/catch-ups', {
    operationId: 'listMissedRetros',
    summary: 'List the retros that I missed',
    description:
      'Closed in my teams within 48 hours, with two people or more, and nothing kept of me: the ten that ended last.',
    config: { requestCost: 5 },
    answers: { 200: z.array(MissedRetro) },
    run: ({ caller }) => catchUp.missed(caller),
  });

  answer('GET /meetings/:meetingId/catch-up', {
    operationId: 'getCatchUp',
    summary: 'Get whether I may add something to a retro that I missed',
    description:
      'With my additions that nobody has revealed. Nothing is stored of who asks; with an author key no log names them.',
    headers: AuthorHeaders,
    answers: { 200: CatchUp },
    run: ({ caller, params: { meetingId } }) => catchUp.find(caller, meetingId),
  });

  change('POST /meetings/:meetingId/catch-up/additions', {
    operationId: 'addToCatchUp',
    config: { hasBoardSeq: false },
    summary: 'Add something to a retro that I missed',
    description:
      'By a member of whom the meeting keeps nothing, for 48 hours after its end: a note, “me too” on a topic (once: 200), or an ' +
      'objection to an action item. It lies face down until a later retro of the team reveals it. In an anonymous meeting ' +
      'it needs an author key, and is stored under a hash of it with no account beside it.',
    headers: CreateByAuthorHeaders,
    body: AdditionInput,
    answers: { 200: CatchUp, 201: CatchUp },
    run: ({ command, params: { meetingId }, body }) => catchUp.add(command, meetingId, body),
  });

  change('DELETE /meetings/:meetingId/catch-up/additions/:additionId', {
    operationId: 'takeAdditionBack',
    config: { hasBoardSeq: false },
    summary: 'Take an addition back',
    description: 'By its writer, until it is revealed.',
    headers: CreateByAuthorHeaders,
    answers: { 204: z.null() },
    run: ({ command, params: { meetingId, additionId } }) =>
      catchUp.takeBack(command, meetingId, additionId),
  });

  answer('GET /meetings/:meetingId/additions', {
    operationId: 'getLeftAdditions',
    summary: 'Get what people who were away left for this retro',
    description:
      'For members: how many additions to earlier retros of the team lie face down, 48 hours after the end of each, and those ' +
      'that this retro has revealed, 200 at most.',
    config: { requestCost: 5 },
    answers: { 200: LeftAdditions },
    refuses: [403],
    run: ({ caller, params: { meetingId } }) => catchUp.left(caller, meetingId),
  });

  change('POST /meetings/:meetingId/additions/reveal', {
    operationId: 'revealAdditions',
    summary: 'Reveal what people who were away left',
    description:
      'By the owner and co-leads, in joining of a meeting without guests: all at once, in an order that tells nothing. What was ' +
      'added to a retro waits until the 48 hours after its end are over.',
    answers: { 204: z.null() },
    run: ({ command, params: { meetingId } }) => catchUp.reveal(command, meetingId),
  });
}
