// Tells every board that shows an action item what has become of it.
import type { MeetingId, UserId } from '@wentwell/contract/ids';

import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';

import { type ActionRow, toAction } from './actions.table.ts';

export interface ActionAnnouncement {
  row: ActionRow;
  /** The boards that show it, locked. */
  boards: readonly MeetingId[];
  actorId: UserId | null;
}

export async function announceAction(
  tx: Tx,
  log: EventLog,
  { row, boards, actorId }: ActionAnnouncement,
): Promise<void> {
  const data = row.deletedAt
    ? ({ action_id: row.id, deleted: true } as const)
    : { action: toAction(row) };
  const event = { type: 'action_changed', data } as const;
  await Promise.all(boards.map((meetingId) => log.append(tx, { meetingId, actorId }, { event })));
}
