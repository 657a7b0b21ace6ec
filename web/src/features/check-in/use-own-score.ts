// The viewer's own scores, stored with the author key: the server reveals them only to its holder.
import { useMutation } from '@tanstack/react-query';
import { type CheckIn, isQuestion, type QuestionKind } from '@wentwell/contract/check-in/check-in';
import { Score, scoreCall } from '@wentwell/contract/check-in/check-in-calls';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { authorKeyHeader } from '@wentwell/contract/notes/author-keys';
import { useState } from 'react';

import { authorKey } from '#web/api/author-key';
import { request } from '#web/api/request';
import { readStored, store } from '#web/browser-storage';
import { useShownBoard } from '#web/live/use-board';
import { toast } from '#web/ui/feedback/toast';

import { type ScoreValue, scores } from './score-labels.ts';

export interface Giver {
  meetingId: MeetingId;
  userId: UserId;
}

export type MeetingScoreField = 'mood' | 'mood_after' | 'worth';
/** Mood before, mood after, worth, or a check-up question. */
type ScoreField = MeetingScoreField | QuestionKind;

/** Choices on this page: stored once the server has them, if the browser does not refuse. */
const chosenHere = new Map<string, string>();

function nameOf({ meetingId, userId }: Giver, field: ScoreField): string {
  return `score:${field}:${userId}:${meetingId}`;
}

/** Null if neither this browser nor the board has a score. */
export function readOwnScore(giver: Giver, field: ScoreField, checkIn: CheckIn): ScoreValue | null {
  const known = {
    mood: checkIn.mood_mine,
    mood_after: checkIn.mood_after_mine,
    worth: checkIn.worth_mine,
  };
  const name = nameOf(giver, field);
  // Only the browser stores check-up answers.
  const onBoard = isQuestion(field) ? null : known[field];
  const score = Number(chosenHere.get(name) ?? readStored(name) ?? onBoard);
  return scores.find((each) => each === score) ?? null;
}

/** Call once the server has the score. A later choice stays chosen. */
export function storeOwnScore(giver: Giver, field: ScoreField, score: ScoreValue): void {
  const name = nameOf(giver, field);
  store(name, String(score));
  chosenHere.set(name, chosenHere.get(name) ?? String(score));
}

/** The viewer's score and its setter: optimistic, reverted on refusal. */
export function useOwnScore(
  field: ScoreField,
): [chosen: ScoreValue | null, choose: (score: ScoreValue) => void] {
  const { meeting, you, check_in: checkIn } = useShownBoard();
  const giver = { meetingId: meeting.id, userId: you.user_id };
  const [chosen, setChosen] = useState(() => readOwnScore(giver, field, checkIn));
  const kind = field === 'mood_after' ? 'mood' : field;
  const { mutateAsync } = useMutation({
    // Sent one after another: the last chosen score wins.
    scope: { id: `${kind} ${meeting.id}` },
    mutationFn: (score: ScoreValue) => {
      const { path, body } = scoreCall(kind, score);
      return request({
        path: `/api/v1/meetings/${meeting.id}/${path}`,
        method: 'PUT',
        body,
        headers: { [authorKeyHeader]: authorKey(meeting.id, you.user_id) },
        schema: Score,
      });
    },
    onError: toast.onError('Your answer was not saved', { id: 'score-refused' }),
  });

  function choose(score: ScoreValue): void {
    const name = nameOf(giver, field);
    setChosen(score);
    chosenHere.set(name, String(score));
    // Also if the question has left the page before the response. A later choice decides.
    mutateAsync(score).then(
      () => storeOwnScore(giver, field, score),
      () => {
        if (chosenHere.get(name) !== String(score)) return;
        chosenHere.delete(name);
        setChosen(readOwnScore(giver, field, checkIn));
      },
    );
  }
  return [chosen, choose];
}
