// Consistency check: replaying each board's log must reproduce its rows.
import { isDeepStrictEqual } from 'node:util';

import { actionType } from '@wentwell/contract/board/actions';
import { BoardState } from '@wentwell/contract/board/board';
import { apply } from '@wentwell/contract/board/change';
import { commentType } from '@wentwell/contract/board/comments';
import { groupType } from '@wentwell/contract/board/groups';
import { noteType } from '@wentwell/contract/board/notes';
import { type ReactionRecord, reactionType } from '@wentwell/contract/board/reactions';
import { type BoardRecord, keyOf } from '@wentwell/contract/board/record';
import { type VoteRecord, voteType } from '@wentwell/contract/board/votes';
import type { MeetingId } from '@wentwell/contract/ids';
import { and, asc, gt, isNull } from 'drizzle-orm';

import { readMeeting } from '#server/board/board-rows';
import { readBoardOf } from '#server/board/read-board';
import { type BoardRow, meetings } from '#server/features/meetings/meetings.table';
import { changesAfter } from '#server/live/change-log';
import type { Database, Queries } from '#server/platform/db/database';

export interface BoardCheck {
  /** Boards compared with their history. */
  checked: number;
  /** Boards with an incomplete history, which cannot be replayed. */
  withoutHistory: number;
  /** One sentence per fault. */
  problems: string[];
}

const changesPerPage = 500;
const boardsPerPage = 200;

type Checked = 'held' | 'no history' | { problem: string };
type Folded = { board: BoardState } | Exclude<Checked, 'held'>;

/** Replays the board's history. */
async function fold(queries: Queries, { id, seq, epoch, isImported }: BoardRow): Promise<Folded> {
  // The imported state is not in the log.
  if (isImported) return 'no history';
  let board = BoardState.empty;
  for (;;) {
    const range = { epoch, since: board.seq, limit: changesPerPage };
    const page = await changesAfter(queries, id, range);
    for (const { seq: next, change } of page) {
      if (!change || (board.seq === 0 && next > 1)) return 'no history';
      if (next !== board.seq + 1) {
        return { problem: `its history lacks number ${board.seq + 1}` };
      }
      board = apply(board, change, next);
    }
    if (page.length < changesPerPage) break;
  }
  if (board.seq === seq) return { board };
  if (board.seq === 0) return 'no history';
  return { problem: `its history ends at number ${board.seq}, and the board stands at ${seq}` };
}

/**
 * Returns the records that the log must reproduce, by key. Omits what changes without a log entry here: action items of
 * other meetings, `meetings_seen`, and votes and reactions on deleted notes.
 */
function contentOf(board: BoardState, meetingId: MeetingId): Map<string, unknown> {
  const own = board.all(actionType).filter((action) => action.meeting_id === meetingId);
  const content: BoardRecord[] = [
    ...[noteType, groupType, commentType].flatMap((type) => board.all<BoardRecord>(type)),
    ...[voteType, reactionType]
      .flatMap((type) => board.all<VoteRecord | ReactionRecord>(type))
      .filter(({ note_id }) => board.get(noteType, note_id)),
    ...own.map((action) => ({ ...action, meetings_seen: 0 })),
  ];
  const asJson = (record: BoardRecord): unknown => JSON.parse(JSON.stringify(record));
  return new Map(content.map((record) => [keyOf(record), asJson(record)]));
}

async function checkBoard(queries: Queries, meetingId: MeetingId): Promise<Checked> {
  const meeting = await readMeeting(queries, meetingId);
  const folded = await fold(queries, meeting);
  if (folded === 'no history' || 'problem' in folded) return folded;
  const { board } = await readBoardOf(queries, meeting);
  const rows = contentOf(board, meetingId);
  const log = contentOf(folded.board, meetingId);
  const wrong = [...new Set([...rows.keys(), ...log.keys()])].filter(
    (key) => !isDeepStrictEqual(rows.get(key), log.get(key)),
  );
  if (wrong.length === 0) return 'held';
  return { problem: `its rows and its history differ in: ${wrong.join(', ')}` };
}

/** Checks all boards that are not deleted, each in its own snapshot. Safe while boards are in use. */
export async function checkBoards(db: Database): Promise<BoardCheck> {
  const result: BoardCheck = { checked: 0, withoutHistory: 0, problems: [] };
  let last: MeetingId | undefined;
  for (;;) {
    const page = await db
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(isNull(meetings.deletedAt), last && gt(meetings.id, last)))
      .orderBy(asc(meetings.id))
      .limit(boardsPerPage);
    for (const { id } of page) {
      const checked = await db.snapshot((queries) => checkBoard(queries, id));
      if (checked === 'no history') result.withoutHistory += 1;
      else if (checked === 'held') result.checked += 1;
      else result.problems.push(`Board ${id}: ${checked.problem}.`);
    }
    last = page.at(-1)?.id;
    if (page.length < boardsPerPage) return result;
  }
}
