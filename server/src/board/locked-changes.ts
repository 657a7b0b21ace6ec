// Changes by the server or an administrator to boards that the transaction has already locked.
import type { BoardState } from '@wentwell/contract/board/board';
import type { Context } from '@wentwell/contract/board/context';
import { type MeetingId, UserId } from '@wentwell/contract/ids';
import { asc, inArray } from 'drizzle-orm';

import { boardRow, headOfMeeting, meetings } from '#server/features/meetings/meetings.table';
import type { ChangeLog } from '#server/live/change-log';
import type { Tx } from '#server/platform/db/database';
import { databaseNowField } from '#server/platform/db/database-time';
import { notFound } from '#server/platform/http/api-error';

import type { LockedBoard, LockedMeeting } from './locked-board.ts';
import type { RowIds } from './read-board.ts';
import { RowBatch } from './table-writer.ts';

export interface LockedChange {
  name: string;
  input: Readonly<Record<string, unknown>>;
  context?: Partial<Context>;
  rowIds?: RowIds;
  /** Null for the server itself. */
  actorId: UserId | null;
  /** The transaction changes the board no further, so the change is sent with COMMIT. */
  isLast?: boolean;
}

const nobody = UserId.parse('00000000-0000-0000-0000-000000000000');

type OpenBoard = (to: { tx: Tx; batch: RowBatch }, locked: LockedMeeting) => Promise<LockedBoard>;

export function lockedChanges(log: ChangeLog, openBoard: OpenBoard) {
  /** Runs a command on boards in id order. The caller has locked and authorised them. */
  async function changeLockedBoards(
    tx: Tx,
    meetingIds: readonly MeetingId[],
    { name, input, actorId, context, rowIds, isLast = false }: LockedChange,
  ): Promise<BoardState[]> {
    if (meetingIds.length === 0) return [];
    const found = await tx
      .select({ meeting: boardRow, now: databaseNowField })
      .from(meetings)
      .innerJoin(...headOfMeeting)
      .where(inArray(meetings.id, [...meetingIds]))
      .orderBy(asc(meetings.id));
    const caller = { userId: actorId ?? nobody, isSuperuser: true, role: null };
    const boards: BoardState[] = [];
    for (const each of found) {
      const rows = new RowBatch();
      const locked = await openBoard({ tx, batch: rows }, each);
      await locked.decide(
        { name, input },
        {
          caller: null,
          rowIds,
          context: { caller, actorId, author: { author_id: actorId }, ...context },
        },
      );
      if (isLast) {
        tx.beforeCommit(() => rows.send(tx));
        tx.beforeCommit(log.append(tx, locked.end()));
      } else {
        await rows.send(tx);
        await log.append(tx, locked.end())();
      }
      boards.push(locked.board);
    }
    return boards;
  }

  return {
    changeLockedBoards,

    /** Like `changeLockedBoards`, on one board. */
    async changeLocked(tx: Tx, meetingId: MeetingId, change: LockedChange): Promise<BoardState> {
      const [board = notFound()] = await changeLockedBoards(tx, [meetingId], change);
      return board;
    },
  };
}
