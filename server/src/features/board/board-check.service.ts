// Holds every board against its history: folding the log must give what the rows tell.
import { isDeepStrictEqual } from 'node:util';

import { applyEvent, type Board } from '@wentwell/contract/board';
import { viewOf } from '@wentwell/contract/board-features';
import { noCheckIn } from '@wentwell/contract/check-in';
import { type MeetingId, UserId } from '@wentwell/contract/ids';
import { and, asc, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';

import { meetings } from '#server/features/meetings/meetings.table';
import { eventsAfter } from '#server/live/event-log';
import type { Database, Queries } from '#server/platform/db/database';
import { newId } from '#server/platform/ids';

import { presentedForm, readBoardForScreens } from './stored-board.service.ts';

export interface BoardCheck {
  /** Boards whose rows were held against their history. */
  checked: number;
  /** Boards whose history does not go back to their beginning. */
  withoutHistory: number;
  /** What is wrong, a sentence each. */
  problems: string[];
}

const eventsAtOnce = 500;
const boardsAtOnce = 200;
/** Nobody: who looks on as nobody sees of a board and its history what everybody may. */
const nobody = { user_id: newId(UserId), role: null, is_superuser: false };

type Folded = { board: Board } | { reason: 'no history' } | { reason: 'broken'; problem: string };

/** The board as it was made; of what no event tells, as it is. */
function boardAtStart(board: Omit<Board, 'you'>): Board {
  const { question, question_hidden } = board.check_in;
  return {
    ...board,
    seq: 0,
    you: nobody,
    notes: [],
    groups: [],
    votes: { ...board.votes, voted: [], totals: null },
    discussion: null,
    comments: {},
    reactions: {},
    actions: [],
    ready: [],
    timer: null,
    check_in: { ...noCheckIn, question, question_hidden },
  };
}

async function fold(queries: Queries, board: Omit<Board, 'you'>): Promise<Folded> {
  const { epoch } = board;
  const { id, imported } = board.meeting;
  // Imported when it was over, it began with what was in the file; one that goes on has been in a phase here.
  if (imported === true && board.phase.started_at === null) return { reason: 'no history' };
  let folded = boardAtStart(board);
  for (;;) {
    const page = await eventsAfter(queries, id, { epoch, since: folded.seq, limit: eventsAtOnce });
    for (const { seq, event } of page) {
      if (!event || (folded.seq === 0 && seq > 1)) return { reason: 'no history' };
      if (seq !== folded.seq + 1) {
        return { reason: 'broken', problem: `its history lacks number ${folded.seq + 1}` };
      }
      folded = applyEvent(folded, { ...viewOf(event, null), seq });
    }
    if (page.length < eventsAtOnce) break;
  }
  if (folded.seq === board.seq) return { board: folded };
  if (folded.seq === 0) return { reason: 'no history' };
  const problem = `its history ends at number ${folded.seq}, and the board stands at ${board.seq}`;
  return { reason: 'broken', problem };
}

const Json = z.record(z.string(), z.unknown());

/** The fields that differ in JSON, which knows no undefined. */
function differences(a: object, b: object): string[] {
  const [left, right] = [a, b].map((each) => Json.parse(JSON.parse(JSON.stringify(each))));
  return Object.keys(left ?? {}).filter((key) => !isDeepStrictEqual(left?.[key], right?.[key]));
}

/**
 * Leaves out what a team carries from meeting to meeting, which is in no board's history: what was open before, and
 * in how many retros an action item has been open, which every later start counts without an event here.
 */
function withinMeeting(board: Omit<Board, 'you'>): object {
  const actions = board.actions.map((action) => ({ ...action, meetings_seen: undefined }));
  return { ...board, actions, since_last_time: undefined };
}

async function checkBoard(queries: Queries, meetingId: MeetingId): Promise<Folded> {
  const reading = { meetingId, presence: [] };
  const { board } = await readBoardForScreens(queries, reading, presentedForm);
  const folded = await fold(queries, board);
  if (!('board' in folded)) return folded;
  const wrong = differences(withinMeeting(board), withinMeeting(folded.board));
  if (wrong.length === 0) return folded;
  return { reason: 'broken', problem: `its rows and its history differ in: ${wrong.join(', ')}` };
}

/** Reads every board that is not deleted, each as it is at one moment, also while people write. */
export async function checkBoards(db: Database): Promise<BoardCheck> {
  const result: BoardCheck = { checked: 0, withoutHistory: 0, problems: [] };
  let last: MeetingId | undefined;
  for (;;) {
    const page = await db
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(isNull(meetings.deletedAt), last && gt(meetings.id, last)))
      .orderBy(asc(meetings.id))
      .limit(boardsAtOnce);
    for (const { id } of page) {
      const checked = await db.snapshot((queries) => checkBoard(queries, id));
      if ('board' in checked) result.checked += 1;
      else if (checked.reason === 'no history') result.withoutHistory += 1;
      else result.problems.push(`Board ${id}: ${checked.problem}.`);
    }
    last = page.at(-1)?.id;
    if (page.length < boardsAtOnce) return result;
  }
}
