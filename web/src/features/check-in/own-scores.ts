// The viewer's own scores, kept with the author key, to whose holder alone the server reveals them.
import type { CheckIn } from '@wentwell/contract/check-in';
import { isQuestion, type QuestionKind } from '@wentwell/contract/check-in-kinds';
import type { MeetingId, UserId } from '@wentwell/contract/ids';

import { readStored, store } from '#web/api/browser-storage';

import { scores, type ScoreValue } from './score-labels.ts';

export type AskedField = 'mood' | 'mood_after' | 'worth';
/** The answer's kind: mood before, mood after, worth, or a question of the check-up. */
export type ScoreField = AskedField | QuestionKind;

interface Giver {
  meetingId: MeetingId;
  userId: UserId;
}

/** Fallback until the page closes, for browsers that refuse storage. */
const unstored = new Map<string, string>();

function nameOf({ meetingId, userId }: Giver, field: ScoreField): string {
  return `score:${field}:${userId}:${meetingId}`;
}

/** Null where nothing was given in this browser, and the board knows of nothing either. */
export function readOwnScore(giver: Giver, field: ScoreField, checkIn: CheckIn): ScoreValue | null {
  const known = {
    mood: checkIn.mood_mine,
    mood_after: checkIn.mood_after_mine,
    worth: checkIn.worth_mine,
  };
  const name = nameOf(giver, field);
  // Only the browser knows its answers to the check-up.
  const told = isQuestion(field) ? null : known[field];
  const score = Number(readStored(name) ?? unstored.get(name) ?? told);
  return scores.find((each) => each === score) ?? null;
}

export function storeOwnScore(giver: Giver, field: ScoreField, score: ScoreValue): void {
  const name = nameOf(giver, field);
  store(name, String(score));
  unstored.set(name, String(score));
}
