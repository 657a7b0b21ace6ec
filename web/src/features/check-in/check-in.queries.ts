import { mutationOptions, useMutation } from '@tanstack/react-query';
import { isQuestion, type QuestionKind, questionOf } from '@wentwell/contract/check-in/check-in';
import {
  CheckInRound,
  CheckUpResults,
  Score,
  type TurnInput,
} from '@wentwell/contract/check-in/check-in-calls';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';

import { authorKey } from '#web/api/author-key';
import { request } from '#web/api/request';
import { toast } from '#web/ui/feedback/toast';

import type { ScoreKind, ScoreValue } from './score-labels.ts';

const id = 'check-in-refused';

/** Sent one after another: the last chosen score wins. */
export function scoreMutation(
  { meetingId, userId }: { meetingId: MeetingId; userId: UserId },
  kind: ScoreKind | QuestionKind,
) {
  return mutationOptions({
    scope: { id: `${kind} ${meetingId}` },
    mutationFn: (score: ScoreValue) =>
      request({
        path: `/api/v1/meetings/${meetingId}/${isQuestion(kind) ? 'check-up' : kind}`,
        method: 'PUT',
        body: isQuestion(kind) ? { question: questionOf(kind), score } : { score },
        headers: { [authorKeyHeader]: authorKey(meetingId, userId) },
        schema: Score,
      }),
    onError: toast.onError('Your answer was not saved', { id }),
  });
}

export type RoundChange = 'next' | { question_hidden: boolean } | TurnInput;

export function roundMutation(meetingId: MeetingId) {
  const path = `/api/v1/meetings/${meetingId}/check-in`;
  return mutationOptions({
    scope: { id: path },
    mutationFn: (change: RoundChange) => {
      const schema = CheckInRound;
      if (change === 'next')
        return request({ path: `${path}/next-question`, method: 'POST', schema });
      const below = 'done' in change ? '/turn' : '';
      return request({ path: path + below, method: 'PUT', body: change, schema });
    },
    onError: toast.onError('The check-in was not changed', { id }),
  });
}

export function useShowCheckUp(meetingId: MeetingId) {
  return useMutation({
    mutationFn: () =>
      request({
        path: `/api/v1/meetings/${meetingId}/check-up/results`,
        method: 'POST',
        schema: CheckUpResults,
      }),
    onError: toast.onError('The results were not shown', { id }),
  });
}
