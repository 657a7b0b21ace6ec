import type { BoardState } from '@wentwell/contract/board/board';
import { presentDiscussion } from '@wentwell/contract/board/discussion';
import { Discussion, DiscussionInput, ExtendInput } from '@wentwell/contract/discussion';
import { noDiscussion } from '@wentwell/contract/discussion-changes';

import type { BoardStore } from '#server/board/store';
import type { Api } from '#server/platform/http/api';
import { callsOf } from '#server/platform/http/calls';
import type { Answer } from '#server/platform/http/receipts';

const whole = {
  answer: ({ board }: { board: BoardState }): Answer<Discussion> => ({
    status: 200,
    body: presentDiscussion(board) ?? noDiscussion,
  }),
};

export function discussionRoutes(api: Api, store: BoardStore): void {
  const { change } = callsOf(api, 'Discussion');

  change('PUT /meetings/:meetingId/discussion', {
    operationId: 'updateDiscussion',
    summary: 'Lead the discussion',
    description:
      'By the meeting owner alone, in the discussing phase of a live meeting: chooses the current topic, puts topics in ' +
      'order, parks them or takes them back. A topic that is chosen is no longer parked, and one that is parked is no ' +
      'longer the current one. Answers with the whole discussion.',
    body: DiscussionInput,
    answers: { 200: Discussion },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, { ...whole, name: 'discussion.update', input: body }),
  });

  change('PUT /meetings/:meetingId/discussion/extend', {
    operationId: 'extendDiscussion',
    config: { guests: 'write' },
    summary: 'Ask for more time, or to go on',
    description:
      'By a member, about the current topic; the later of two answers counts, and a new topic begins without any. ' +
      'With `topic_id` it is refused when another topic is current by then.',
    body: ExtendInput,
    answers: { 200: Discussion },
    run: ({ command, params: { meetingId }, body }) =>
      store.change(command, meetingId, { ...whole, name: 'discussion.extend', input: body }),
  });
}
