import { useMutation } from '@tanstack/react-query';
import type { CheckIn } from '@wentwell/contract/check-in';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { useState } from 'react';

import { scoreMutation } from './check-in.queries.ts';
import { readOwnScore, type ScoreField, storeOwnScore } from './own-scores.ts';
import type { ScoreValue } from './score-labels.ts';

export interface Giver {
  meetingId: MeetingId;
  userId: UserId;
}

/** The viewer's score, and what changes it: at once, and back if it is refused. */
export function useOwnScore(
  giver: Giver,
  field: ScoreField,
  checkIn: CheckIn,
): [ScoreValue | null, (score: ScoreValue) => void] {
  const [chosen, setChosen] = useState(() => readOwnScore(giver, field, checkIn));
  const mutation = useMutation({
    ...scoreMutation(giver, field === 'mood_after' ? 'mood' : field),
    // Also where the question has gone from the page before the answer came.
    onSuccess: (_answer, score) => storeOwnScore(giver, field, score),
  });

  function choose(score: ScoreValue): void {
    const before = chosen;
    setChosen(score);
    mutation.mutate(score, { onError: () => setChosen(before) });
  }
  return [chosen, choose];
}
