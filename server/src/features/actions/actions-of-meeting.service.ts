// The action items of a file that a meeting is made of.
import { requireRoomForOpen } from '@wentwell/contract/board/action-changes';
import { importedActions } from '@wentwell/contract/board/imports';
import { ActionId } from '@wentwell/contract/ids';
import { isEditable } from '@wentwell/contract/meetings';
import { and, eq, isNull } from 'drizzle-orm';

import type { BoardStore } from '#server/board/store';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { rejectionError } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';

import { lockActions } from './action-locks.service.ts';
import { ownersNamedIn } from './action-rows.service.ts';
import { actions, toActionRow } from './actions.table.ts';
import { writeActions } from './shown-actions.service.ts';

export function actionsOfMeeting(store: BoardStore): MeetingHook {
  return {
    async afterImport(tx, { actorId, meeting, file, ids }) {
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
        createdBy: actorId,
        createId: () => newId(ActionId),
      });
      // A meeting that is over begins its history with what was imported.
      const shown = boards.filter((id) => id !== meetingId || isEditable(meeting.status));
      const rows = imported.map(toActionRow);
      await writeActions(store, tx, { rows, isNew: true, boards: shown, actorId });
      const named = file.actions.filter(({ assignee }) => assignee !== null).length;
      const owned = imported.filter(({ assignee_id }) => assignee_id !== null).length;
      return { actionsWithoutOwner: named - owned };
    },
  };
}
