// The check-in: its round, led by the owner, and the scores, of which nothing stored says who gave them
// (docs/retro.md ).
import type { AuthorHash } from '@wentwell/contract/author-keys';
import type { OpenCheckIn } from '@wentwell/contract/check-in';
import {
  type CheckInInput,
  checkInPolicy,
  type CheckInRound,
  moodOf,
  Score,
  storedCheckInRound,
  type TurnInput,
} from '@wentwell/contract/check-in-calls';
import { showEnough, withScore } from '@wentwell/contract/check-in-scores';
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { effectiveStatus } from '@wentwell/contract/meetings';
import { storedKind } from '@wentwell/contract/stored-values';
import { withMark } from '@wentwell/contract/user-marks';
import { and, eq } from 'drizzle-orm';

import {
  accessMeeting,
  type BoardActor,
  lockMeeting,
  type MeetingAccess,
} from '#server/features/meetings/meeting-access';
import { phaseSince, toMeeting } from '#server/features/meetings/meetings.table';
import { writeMark } from '#server/features/meetings/phase-marks.table';
import { memberships } from '#server/features/teams/teams.table';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { ApiError, authorize } from '#server/platform/http/api-error';
import type { Caller } from '#server/platform/http/caller';
import type { Command } from '#server/platform/http/command';
import type { Answer, ReceiptBook } from '#server/platform/http/receipts';

import {
  findCheckIn,
  findMemberCount,
  takeQuestion,
  writeCheckIn,
} from './check-in-rows.service.ts';
import { type CheckInRows, checkInTurns, scoresOf, toOpenCheckIn } from './check-ins.table.ts';

// With which key each account gives its scores in a meeting. With two keys somebody would give two of the three answers
// that are new, and read the third person's from the totals. Kept in this process's memory alone: what is stored ties no
// score to an account.
const remembered = 20_000;

class OneKey {
  readonly #keys = new Map<string, AuthorHash>();

  /** Remembers the first key of an account in a meeting. False for another one. */
  mayUse(key: AuthorHash, { meetingId, userId }: { meetingId: MeetingId; userId: UserId }) {
    const name = `${meetingId} ${userId}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known === key;
    const [oldest] = this.#keys.keys();
    if (oldest !== undefined && this.#keys.size >= remembered) this.#keys.delete(oldest);
    this.#keys.set(name, key);
    return true;
  }
}

export interface CheckInDeps {
  receipts: ReceiptBook;
  log: EventLog;
}

interface LoadedCheckIn {
  access: MeetingAccess;
  rows: CheckInRows;
}

/** A score without whoever gave it. */
interface GivenScore {
  kind: 'mood' | 'worth';
  /** Null where the request had no key. */
  by: AuthorHash | null;
  score: number;
}

const storedScore = storedKind(Score, []);

/** The meeting as policies see it, by the database's clock. */
function meetingNow({ meeting: row, now }: MeetingAccess) {
  const meeting = toMeeting(row);
  return { ...meeting, status: effectiveStatus(meeting, now) };
}

function roundAnswer({ question, question_hidden, turns }: OpenCheckIn): Answer<CheckInRound> {
  return { status: 200, body: { question, question_hidden, turns } };
}

export function checkInService({ receipts, log }: CheckInDeps) {
  const oneKey = new OneKey();

  function announce(tx: Tx, on: BoardActor, check_in: OpenCheckIn): Promise<void> {
    return log.append(tx, on, { event: { type: 'check_in_changed', data: { check_in } } });
  }

  /** A change of the round; `work` returns what everybody sees from then on, or null where it is so already. */
  function changeRound(
    command: Command,
    meetingId: MeetingId,
    work: (tx: Tx, loaded: LoadedCheckIn, before: OpenCheckIn) => Promise<OpenCheckIn | null>,
  ): Promise<Answer<CheckInRound>> {
    return receipts.once(command, {
      answers: storedCheckInRound,
      board: meetingId,
      async stillSees(tx) {
        await accessMeeting(tx, command, meetingId);
      },
      async load(tx) {
        const [access, rows] = await Promise.all([
          lockMeeting(tx, command, meetingId),
          findCheckIn(tx, command, meetingId),
        ]);
        return { access, rows };
      },
      async work(tx, loaded) {
        const before = toOpenCheckIn(loaded.access.meeting, loaded.rows);
        const after = await work(tx, loaded, before);
        if (!after) return roundAnswer(before);
        await announce(tx, { meetingId, actorId: command.userId }, after);
        return roundAnswer(after);
      },
    });
  }

  return {
    /** Sets what somebody gives. The caller says who may; neither row, event nor receipt says who did. */
    async score(caller: Caller, meetingId: MeetingId, given: GivenScore): Promise<Answer<Score>> {
      const { by, score } = given;
      // A receipt would tie the score to an account, and setting it again changes nothing anyway.
      const { once: _, ...command }: Command = caller;
      return receipts.once(command, {
        answers: storedScore,
        board: meetingId,
        async stillSees(tx) {
          await accessMeeting(tx, caller, meetingId);
        },
        async load(tx) {
          const [access, rows, members] = await Promise.all([
            lockMeeting(tx, caller, meetingId),
            findCheckIn(tx, caller, meetingId),
            findMemberCount(tx, caller, meetingId),
          ]);
          return { access, rows, members };
        },
        async work(tx, { access, rows, members }) {
          const { teamContext, now } = access;
          const meeting = meetingNow(access);
          authorize(
            given.kind === 'mood'
              ? checkInPolicy.mood(teamContext, meeting)
              : checkInPolicy.worth(teamContext, meeting, now),
          );
          if (by === null) {
            const { anonymous } = meeting.settings;
            throw new ApiError(anonymous ? 'AUTHOR_KEY_MISSING' : 'SCORE_KEY_MISSING');
          }
          const kind = given.kind === 'mood' ? moodOf(meeting.phase) : given.kind;
          const before = scoresOf(rows.row);
          if (!oneKey.mayUse(by, { meetingId, userId: caller.userId })) {
            throw new ApiError('SCORED_ELSEWHERE');
          }
          // Where another node, or this one before it was restarted, knows of other keys.
          if (!before[by] && Object.keys(before).length >= members) {
            throw new ApiError('SCORES_FULL');
          }
          const answer = { status: 200, body: { score } };
          if (before[by]?.[kind]?.score === score) return answer;
          const taken = withScore(before, { by, kind, score });
          const scores = showEnough(taken, kind);
          const on = { meetingId, actorId: null };
          await Promise.all([
            writeCheckIn(tx, access.meeting, { scores }),
            scores !== taken && announce(tx, on, toOpenCheckIn(access.meeting, rows, scores)),
          ]);
          return answer;
        },
      });
    },

    /** The team's next question begins another round. */
    nextQuestion(command: Command, meetingId: MeetingId): Promise<Answer<CheckInRound>> {
      return changeRound(command, meetingId, async (tx, { access, rows: { row } }) => {
        authorize(checkInPolicy.lead(access.teamContext, meetingNow(access)));
        const { teamId } = access.meeting;
        const question = await takeQuestion(tx, teamId);
        const asked = { question, questionHidden: false };
        await Promise.all([
          writeCheckIn(tx, access.meeting, asked),
          tx.delete(checkInTurns).where(eq(checkInTurns.meetingId, meetingId)).execute(),
        ]);
        const before = row ?? { meetingId, teamId, scores: {}, scoresVersion: 1 };
        return toOpenCheckIn(access.meeting, { row: { ...before, ...asked }, turns: [] });
      });
    },

    /** Hides the question, or shows it again. */
    hideQuestion(
      command: Command,
      meetingId: MeetingId,
      { question_hidden }: CheckInInput,
    ): Promise<Answer<CheckInRound>> {
      return changeRound(command, meetingId, async (tx, { access }, before) => {
        authorize(checkInPolicy.lead(access.teamContext, meetingNow(access)));
        if (before.question_hidden === question_hidden) return null;
        await writeCheckIn(tx, access.meeting, { questionHidden: question_hidden });
        return { ...before, question_hidden };
      });
    },

    /** Marks that somebody has answered the question, or has not yet. */
    turn(
      command: Command,
      meetingId: MeetingId,
      { done, user_id: userId = command.userId }: TurnInput,
    ): Promise<Answer<CheckInRound>> {
      return changeRound(command, meetingId, async (tx, { access }, before) => {
        const { meeting, teamContext } = access;
        authorize(checkInPolicy.turn(teamContext, meetingNow(access), userId));
        if (before.turns.includes(userId) === done) return null;
        if (done && userId !== command.userId) {
          const isTheirs = and(
            eq(memberships.teamId, meeting.teamId),
            eq(memberships.userId, userId),
          );
          const found = await tx.select().from(memberships).where(isTheirs).for('key share');
          if (found.length === 0) throw new ApiError('NOT_A_MEMBER');
        }
        const { teamId } = meeting;
        const mark = { meetingId, teamId, userId, phaseStartedAt: phaseSince(meeting) };
        await writeMark(tx, { table: checkInTurns, mark, isSet: done });
        return { ...before, turns: withMark(before.turns, userId, done) };
      });
    },
  };
}
export type CheckInService = ReturnType<typeof checkInService>;
