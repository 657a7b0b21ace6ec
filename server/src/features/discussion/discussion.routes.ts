import type { BoardState } from '@wentwell/contract/board/board';
import { presentDiscussion } from '@wentwell/contract/board/discussion';
import { Discussion, DiscussionInput, ExtendInput } from '@wentwell/contract/discussion/discussion';
import { noDiscussion } from '@wentwell/contract/discussion/discussion-changes';

import type { StoreDeps } from '#server/board/store';
import { type Api, callsOf } from '#server/platform/http/calls';
import type { Answer } from '#server/platform/http/receipts';

const whole = {
  answer: ({ board }: { board: BoardState }): Answer<Discussion> => ({
    status: 200,
    body: presentDiscussion(board) ?? noDiscussion,
  }),
};

export function discussionRoutes(api: Api, { store }: StoreDeps): void {
  const { change } = callsOf(api, 'Discussion');

  change('PUT /meetings/:meetingId/discussion', {
    operationId: 'updateDiscussion',
    summary: 'Lead the discussion',
    description:
      'By a lead, in Discussing of a live meeting: sets the current topic, ' +
      'reorders, parks and unparks topics. Setting a topic unparks it; parking the current topic leaves it. ' +
      'Returns the whole discussion.',
    body: DiscussionInput,
    answers: { 200: Discussion },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, { ...whole, name: 'discussion.update', input: body }),
  });

  change('PUT /meetings/:meetingId/discussion/extend', {
    operationId: 'extendDiscussion',
    config: { guests: 'write' },
    summary: 'Vote on more time',
    description:
      'By a member, about the current topic; the later vote counts, and a new topic starts without votes. ' +
      'With `topic_id` it is refused if another topic is current.',
    body: ExtendInput,
    answers: { 200: Discussion },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, { ...whole, name: 'discussion.extend', input: body }),
  });
}
