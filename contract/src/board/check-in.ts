// The question of the day and score totals. Scores are not records, so that nothing reveals when one was given.
import { z } from 'zod';

import {
  CheckInInput,
  checkInPolicy,
  CheckUpScore,
  moodOf,
  Score,
  TurnInput,
} from '../check-in/check-in-calls.ts';
import {
  allTotals,
  questionsOf,
  type Scores,
  publishScores,
  showNew,
  withScore,
} from '../check-in/check-in-scores.ts';
import {
  CheckIn,
  checkUpAsked,
  kindOfQuestion,
  OpenCheckIn,
  type ScoreTotals,
} from '../check-in/check-in.ts';
import type { AuthorHash } from '../notes/author-keys.ts';
import type { BoardState } from './board.ts';
import { canonicalJson } from './canonical-json.ts';
import type { CascadeRule } from './cascade.ts';
import type { Patch } from './change.ts';
import { ends } from './changed.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { requirePolicy, type Context, factOf, reject } from './context.ts';
import type { Facts } from './facts.ts';
import { presentMarks, setMark, turnType } from './marks.ts';
import { changedMeeting, getMeeting, meetingNow } from './meeting.ts';
import { type BoardRecord, defineRecordType } from './record.ts';

/** `id` is the meeting's id. */
const CheckInRecord = OpenCheckIn.omit({ turns: true }).extend({
  type: z.literal('check_in'),
  id: z.string(),
});
export type CheckInRecord = z.infer<typeof CheckInRecord>;
export const checkInType = defineRecordType(CheckInRecord);

const none = {
  question: null,
  question_hidden: false,
  mood: null,
  mood_after: null,
  worth: null,
  check_up: [],
};

export function presentCheckIn(board: BoardState): OpenCheckIn {
  const { type: _, id: __, ...open } = getCheckIn(board);
  return { ...open, turns: presentMarks(board, turnType) };
}

function getCheckIn(board: BoardState): CheckInRecord {
  const [found] = board.all(checkInType);
  return found ?? { type: 'check_in', id: getMeeting(board).id, ...none };
}

/** Removes totals with too few answers, which a lower ANSWERS_MIN may have published. Other records stay unchanged. */
export function withEnough(record: BoardRecord, answersMin: number): BoardRecord {
  if (record.type !== checkInType.type) return record;
  const published = checkInType.schema.parse(record);
  const shown = (totals: ScoreTotals | null) =>
    totals && totals.answers >= answersMin ? totals : null;
  const fewer: CheckInRecord = {
    ...published,
    mood: shown(published.mood),
    mood_after: shown(published.mood_after),
    worth: shown(published.worth),
    check_up: published.check_up.filter(({ totals }) => shown(totals)),
  };
  return fewer;
}

/** Null if nothing visible changes. */
function putCheckIn(board: BoardState, fields: Partial<CheckInRecord>): Patch | null {
  const before = getCheckIn(board);
  const after = { ...before, ...fields };
  return canonicalJson(after) === canonicalJson(before) ? null : { put: [after], remove: [] };
}

export const ScoreInput = Score.extend({ asked: z.enum(['mood', 'worth']) });
type Rating = z.infer<typeof ScoreInput> | CheckUpScore;

/**
 * Returns all scores of the meeting including the caller's, for the store to write. Moods and worth scores are
 * published once there are enough new ones.
 */
export function giveScore(
  board: BoardState,
  rating: Rating,
  { given, by, answersMin }: { given: Scores; by: AuthorHash; answersMin: number },
): Scores {
  const { score } = rating;
  if ('question' in rating) {
    return withScore(given, { by, kind: kindOfQuestion(rating.question), score });
  }
  const { asked } = rating;
  const kind = asked === 'mood' ? moodOf(getMeeting(board).phase) : asked;
  return publishScores(withScore(given, { by, kind, score }), { kind, answersMin });
}

/** An account answers with only one key, and a meeting accepts no more keys than the team has members. */
export function requireScorer(
  board: BoardState,
  { given, by, isOtherKey }: Facts['answers'],
  { memberCount }: Pick<Context, 'memberCount'>,
): AuthorHash {
  const { anonymous } = getMeeting(board).settings;
  if (by === null) return reject(anonymous ? 'AUTHOR_KEY_MISSING' : 'SCORE_KEY_MISSING');
  if (isOtherKey) reject('SCORED_ELSEWHERE');
  if (!given[by] && Object.keys(given).length >= memberCount) reject('SCORES_FULL');
  return by;
}

/** Changes the board only if the score publishes new totals. */
const setScore = defineCommand({
  name: 'score.set',
  input: ScoreInput,
  hidesActor: true,
  decide(board, input, context) {
    const { caller, now } = context;
    const meeting = meetingNow(board, context);
    requirePolicy(
      input.asked === 'mood'
        ? checkInPolicy.mood(caller, meeting)
        : checkInPolicy.worth(caller, meeting, now),
    );
    const known = factOf(context, 'scores');
    if (!known) return null;
    const { given, answersMin } = known;
    const by = requireScorer(board, known, context);
    return putCheckIn(
      board,
      allTotals(giveScore(board, input, { given, by, answersMin }), answersMin),
    );
  },
});

/** Changes no record. Results appear when a lead shows them. */
const answerCheckUp = defineCommand({
  name: 'check_up.answer',
  input: CheckUpScore,
  hidesActor: true,
  decide(board, { question }, context) {
    const meeting = meetingNow(board, context);
    requirePolicy(checkInPolicy.checkUp(context.caller, meeting, question));
    const known = factOf(context, 'scores');
    if (!known) return null;
    const answered = questionsOf(known.given);
    const isNew = !answered.includes(kindOfQuestion(question));
    const isFull = isNew && answered.length >= checkUpAsked;
    requireScorer(board, known, context);
    return isFull ? reject('CHECK_UP_FULL') : null;
  },
});

function totalsWithNew({ given, answersMin }: Facts['scores']) {
  return allTotals(showNew(given, answersMin), answersMin);
}

/** Shows answers to questions with enough new ones. Clients lack the answers, so they wait for the server. */
const showResults = defineCommand({
  name: 'check_up.show',
  input: z.object({}),
  decide(board, _, context) {
    const meeting = meetingNow(board, context);
    requirePolicy(checkInPolicy.showCheckUp(context.caller, meeting));
    const known = factOf(context, 'scores');
    if (!known) return null;
    return putCheckIn(board, totalsWithNew(known));
  },
});

const hideQuestion = defineCommand({
  name: 'question.hide',
  input: CheckInInput,
  decide(board, { question_hidden }, context) {
    const meeting = meetingNow(board, context);
    requirePolicy(checkInPolicy.lead(context.caller, meeting));
    return putCheckIn(board, { question_hidden });
  },
});

/** Starts another round. Clients do not know the next question, so they wait for the server. */
const askNext = defineCommand({
  name: 'question.next',
  input: z.object({}),
  decide(board, _, context) {
    const meeting = meetingNow(board, context);
    requirePolicy(checkInPolicy.lead(context.caller, meeting));
    const question = factOf(context, 'nextQuestion');
    if (question === undefined) return null;
    const put = [{ ...getCheckIn(board), question, question_hidden: false }];
    return { put, remove: board.all(turnType) };
  },
});

const setTurn = defineCommand({
  name: 'turn.set',
  input: TurnInput,
  decide(board, { done, user_id }, context) {
    const { caller } = context;
    const id = user_id ?? caller.userId;
    requirePolicy(checkInPolicy.turn(caller, meetingNow(board, context), id));
    const turn = setMark(board, turnType, { id, isSet: done });
    const isOthers = turn !== null && done && id !== caller.userId;
    const isMember = !isOthers || (factOf(context, 'members')?.has(id) ?? true);
    return isMember ? turn : reject('NOT_A_MEMBER');
  },
});

/** The end publishes scores too, with the same minimum. Otherwise the difference could reveal a score. */
const showScores: CascadeRule = (patch, { before, after }, context) => {
  if (!changedMeeting(patch) || !ends({ before, after })) return null;
  const known = factOf(context, 'scores');
  return known ? putCheckIn(after, totalsWithNew(known)) : null;
};

export const checkInFeature = {
  recordTypes: [checkInType],
  commands: [setScore, answerCheckUp, showResults, hideQuestion, askNext, setTurn],
  cascades: [showScores],
  // `present` omits the reader's own scores.
  shape: { check_in: CheckIn },
  present: (view) => ({ check_in: presentCheckIn(view) }),
  isReported: ({ check_in: { mood, mood_after, worth, check_up } }: { check_in: OpenCheckIn }) =>
    [mood, mood_after, worth, ...check_up].some(Boolean),
} satisfies ShownFeature;
