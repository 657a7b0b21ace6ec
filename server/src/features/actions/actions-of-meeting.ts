// Imports the action items of a meeting file.
import type { Action } from '@wentwell/contract/actions/actions';
import { requireRoomForOpen } from '@wentwell/contract/board/action-changes';
import { ActionId } from '@wentwell/contract/ids';
import { isEditable } from '@wentwell/contract/meetings/meetings';
import { foldText } from '@wentwell/contract/text/letters';
import { and, eq, isNull } from 'drizzle-orm';

import type { BoardStore } from '#server/board/store';
import type { MeetingHook } from '#server/features/meetings/meeting-hook';
import { requireAllowed } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';

import { lockActions, ownersNamedIn, writeActions } from './action-rows.ts';
import { actions, toActionRow } from './actions.table.ts';

const alreadyOpen = 'It was open in this team before the import.';

export function actionsOfMeeting(store: BoardStore): MeetingHook {
  return {
    async afterImport(tx, { actorId, meeting, file, ids }) {
      if (file.actions.length === 0) return null;
      const { teamId, id: meetingId } = meeting;
      const boards = await lockActions(tx, { teamId, meetingId });
      const isOpen = and(eq(actions.teamId, teamId), eq(actions.status, 'open'));
      const before = await tx
        .select({ text: actions.text })
        .from(actions)
        .where(and(isOpen, isNull(actions.deletedAt)));
      const open = new Set(before.map(({ text }) => foldText(text)));
      // A file exported from this team has items that are still open here. Importing them as open would duplicate them.
      const read = file.actions.map((action) =>
        action.status === 'open' && open.has(foldText(action.text))
          ? { ...action, status: 'dropped' as const, reason: alreadyOpen }
          : action,
      );
      const opened = read.filter(({ status }) => status === 'open').length;
      const openActions = before.length + opened - 1;
      if (opened > 0) {
        requireAllowed(() => requireRoomForOpen({ facts: { openActions }, isServer: true }));
      }
      const owners = await ownersNamedIn(tx, teamId, file);
      const timeOf = (time: string | null) => (time === null ? null : new Date(time).toISOString());
      const imported = read.map(({ topic, note, assignee, ...action }): Action => {
        const created_at = new Date(action.created_at).toISOString();
        return {
          ...action,
          id: newId(ActionId),
          team_id: teamId,
          meeting_id: meetingId,
          topic_id: (topic !== null && ids.topic.get(topic)) || null,
          note_id: (note !== null && ids.note.get(note)) || null,
          assignee_id: (assignee !== null && owners.get(assignee)) || null,
          former_assignee_id: null,
          meetings_seen: isEditable(meeting.status) ? 0 : 1,
          created_by: actorId,
          created_at,
          updated_at: created_at,
          done_at: action.status === 'done' ? (timeOf(action.done_at) ?? created_at) : null,
          version: 1,
        };
      });
      // An ended meeting's history starts with the imported state, so it needs no change.
      const shown = boards.filter((id) => id !== meetingId || isEditable(meeting.status));
      const rows = imported.map(toActionRow);
      await writeActions(store, tx, { rows, isNew: true, boards: shown, actorId });
      const named = file.actions.filter(({ assignee }) => assignee !== null).length;
      const owned = imported.filter(({ assignee_id }) => assignee_id !== null).length;
      return { actionsWithoutOwner: named - owned };
    },
  };
}
