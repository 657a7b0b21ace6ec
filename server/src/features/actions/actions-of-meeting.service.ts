// What action items mean for a meeting: it looks back at the open ones in joining, and its start is counted in each
// (docs/retro.md ).
import { showsSinceLastTime } from '@wentwell/contract/actions';
import { requireRoomForOpen } from '@wentwell/contract/board/action-changes';
import { importedActions } from '@wentwell/contract/board/imports';
import { ActionId, type MeetingId } from '@wentwell/contract/ids';
import { isEditable } from '@wentwell/contract/meetings';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';

import type { BoardStore } from '#server/board/store';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { type MeetingRow, toMeeting } from '#server/features/meetings/meetings.table';
import { holdsTexts } from '#server/live/erasure';
import type { EventLog } from '#server/live/event-log';
import type { Tx } from '#server/platform/db/database';
import { rejectionError } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';

import { lockActions, lockTeamActions } from './action-locks.service.ts';
import { ownersNamedIn } from './action-rows.service.ts';
import { actions, countedMeetings, openBefore, toAction, toActionRow } from './actions.table.ts';
import { writeActions } from './shown-actions.service.ts';

async function countStart(tx: Tx, meeting: MeetingRow): Promise<void> {
  const isFirst = await tx
    .insert(countedMeetings)
    .values({ meetingId: meeting.id, teamId: meeting.teamId })
    .onConflictDoNothing()
    .returning();
  if (isFirst.length === 0) return;
  await tx
    .update(actions)
    .set({ meetingsSeen: sql`${actions.meetingsSeen} + 1` })
    .where(openBefore(meeting));
}

async function isWrittenOn(tx: Tx, meetingId: MeetingId): Promise<boolean> {
  return (await tx.$count(actions, eq(actions.meetingId, meetingId))) > 0;
}

export function actionsOfMeeting(log: EventLog, store: BoardStore): MeetingHook {
  return {
    async afterChange(tx, on, { meeting, changes }) {
      const begins = changes.phase !== undefined || changes.status === 'live';
      if (!begins || !showsSinceLastTime(toMeeting(meeting))) return;
      await lockTeamActions(tx, meeting.teamId);
      if (changes.status === 'live') await countStart(tx, meeting);
      const open = await tx
        .select()
        .from(actions)
        .where(openBefore(meeting))
        .orderBy(asc(actions.id));
      if (open.length === 0) return;
      const data = { since_last_time: open.map(toAction) };
      await log.append(tx, on, { event: { type: 'since_last_time_changed', data } });
    },
    async afterImport(tx, { on, meeting, file, ids }) {
      if (file.actions.length === 0) return null;
      const { teamId, id: meetingId } = meeting;
      const boards = await lockActions(tx, { teamId, meetingId });
      const isOpen = and(eq(actions.teamId, teamId), eq(actions.status, 'open'));
      const openBefore = await tx.$count(actions, and(isOpen, isNull(actions.deletedAt)));
      const opened = file.actions.filter(({ status }) => status === 'open').length;
      const openActions = openBefore + opened - 1;
      const full = opened > 0 && requireRoomForOpen({ facts: { openActions }, isServer: true });
      if (full) throw rejectionError(full);
      const owners = await ownersNamedIn(tx, teamId, file);
      const imported = importedActions(file, ids, {
        meetingId,
        teamId,
        owners,
        createdBy: on.actorId,
        createId: () => newId(ActionId),
      });
      // A meeting that is over begins its history with what was imported.
      const shown = boards.filter((id) => id !== meetingId || isEditable(meeting.status));
      const rows = imported.map(toActionRow);
      const { actorId } = on;
      await writeActions(store, tx, { rows, isNew: true, boards: shown, actorId });
      const named = file.actions.filter(({ assignee }) => assignee !== null).length;
      const owned = imported.filter(({ assignee_id }) => assignee_id !== null).length;
      return { actionsWithoutOwner: named - owned };
    },
    isWrittenOn,
    // The history also holds those that it looked back at: another team must not read them there.
    hasContent: async (tx, meetingId) =>
      (await isWrittenOn(tx, meetingId)) || (await holdsTexts(tx, meetingId)),
  };
}
