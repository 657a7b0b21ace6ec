// Tells every board that shows an action item what has become of it.
import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { and, arrayOverlaps, notInArray } from 'drizzle-orm';

import { eraseTexts } from '#server/live/erasure';
import type { EventLog } from '#server/live/event-log';
import { boardEvents } from '#server/live/event-log.table';
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

/** Erases the text of a deleted action item from the history of the boards that no longer show it. */
export async function eraseElsewhere(
  tx: Tx,
  { row, boards }: Pick<ActionAnnouncement, 'row' | 'boards'>,
): Promise<void> {
  const holding = await tx
    .selectDistinct({ meetingId: boardEvents.meetingId })
    .from(boardEvents)
    .where(
      and(
        arrayOverlaps(boardEvents.noteIds, [row.id]),
        boards.length > 0 ? notInArray(boardEvents.meetingId, [...boards]) : undefined,
      ),
    );
  const gone = { kind: 'action' as const, ids: [row.id] };
  for (const { meetingId } of holding) await eraseTexts(tx, meetingId, gone);
}
