// Tells every board that shows an action item what has become of it.
import type { MeetingId, UserId } from '@wentwell/contract/ids';

import type { BoardChange, EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';

import { type ActionRow, toAction } from './actions.table.ts';

export interface ActionAnnouncement {
  row: ActionRow;
  /** The boards that show it, locked. */
  boards: readonly MeetingId[];
  actorId: UserId | null;
}

function changeOf(row: ActionRow): BoardChange {
  const data = row.deletedAt
    ? ({ action_id: row.id, deleted: true } as const)
    : { action: toAction(row) };
  // A deletion is refused by no board whose history is full.
  return { event: { type: 'action_changed', data }, isKept: row.deletedAt !== null };
}

export async function announceAction(
  tx: Tx,
  log: EventLog,
  { row, boards, actorId }: ActionAnnouncement,
): Promise<void> {
  const change = changeOf(row);
  await Promise.all(boards.map((meetingId) => log.append(tx, { meetingId, actorId }, change)));
}

/**
 * The same for several that are new: one statement a board, one after another, because a whole file of them for all boards
 * of a team would keep the event loop.
 */
export async function announceWritten(
  tx: Tx,
  log: EventLog,
  { rows, actorId }: { rows: ReadonlyMap<MeetingId, readonly ActionRow[]>; actorId: UserId | null },
): Promise<void> {
  for (const [meetingId, its] of rows) {
    await log.appendAll(tx, { meetingId, actorId }, its.map(changeOf));
  }
}

/** The same for several that are not deleted: one statement a board. Nobody stays in a team because a history is full. */
export async function announceReleased(
  tx: Tx,
  log: EventLog,
  { rows, actorId }: { rows: ReadonlyMap<MeetingId, readonly ActionRow[]>; actorId: UserId },
): Promise<void> {
  const boards = [...rows].map(([meetingId, its]) => {
    const changes = its.map((row) => ({ ...changeOf(row), isKept: true }));
    return log.appendAll(tx, { meetingId, actorId }, changes);
  });
  await Promise.all(boards);
}
