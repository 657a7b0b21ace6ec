// What a command changes of an action item, decided without the database (docs/retro.md ).
import { type ActionInput, actionPolicy, type ActionUpdate } from '@wentwell/contract/actions';
import { describeAnyError } from '@wentwell/contract/all-errors';
import { holdsActions } from '@wentwell/contract/columns';
import type { ErrorCode } from '@wentwell/contract/errors';
import { ActionId, type MeetingId, type TeamId, type UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import type { MeetingExport } from '@wentwell/contract/meeting-export';
import { effectiveStatus } from '@wentwell/contract/meetings';

import type { MeetingAccess } from '#server/features/meetings/meeting-access';
import type { ImportedMeeting } from '#server/features/meetings/meeting-hook';
import { toMeeting } from '#server/features/meetings/meetings.table';
import { authorize, ApiError } from '#server/platform/http/api-error';
import { newId } from '#server/platform/ids';

import type { ActionSources } from './action-rows.service.ts';
import type { ActionRow } from './actions.table.ts';

function refuseField(code: ErrorCode, field: string): ApiError {
  const msg = describeAnyError(code).detail;
  return new ApiError(code, {}, { errors: [{ loc: ['body', field], msg, type: 'custom' }] });
}

export function requireMember(members: ReadonlySet<UserId>, userId: UserId): void {
  if (!members.has(userId)) throw refuseField('ACTION_ASSIGNEE_UNKNOWN', 'assignee_id');
}

/** Counted under the lock of the team's action items, so that of many at once none comes too many. */
export function requireRoomForOpen(openCount: number): void {
  if (openCount >= limits.openActionsPerTeam) throw new ApiError('ACTIONS_FULL');
}

/** Refuses where the meeting takes no action items now, and sources that are not on its board. */
export function authorizeInMeeting(
  { meeting: row, teamContext, now }: MeetingAccess,
  { note_id, topic_id }: ActionInput,
  sources: ActionSources,
): void {
  const meeting = toMeeting(row);
  const status = effectiveStatus(meeting, now);
  authorize(actionPolicy.addTo(teamContext, { ...meeting, status }));
  if (note_id) {
    const note = sources.note(note_id);
    if (!note) throw refuseField('ACTION_NOTE_UNKNOWN', 'note_id');
    if (!holdsActions(meeting.columns, note.noteType)) {
      throw refuseField('ACTION_NOTE_KIND', 'note_id');
    }
  }
  if (topic_id && !sources.hasTopic(topic_id)) throw refuseField('TOPIC_UNKNOWN', 'topic_id');
}

interface NewAction {
  id: ActionId;
  teamId: TeamId;
  meetingId: MeetingId | null;
  createdBy: UserId;
  now: Date;
}

export function newRow(
  { id, teamId, meetingId, createdBy, now }: NewAction,
  { text, assignee_id, due_on, topic_id, note_id }: ActionInput,
): ActionRow {
  return {
    id,
    teamId,
    meetingId,
    topicId: topic_id ?? null,
    noteId: note_id ?? null,
    text,
    assigneeId: assignee_id ?? null,
    formerAssigneeId: null,
    dueOn: due_on ?? null,
    status: 'open',
    reason: null,
    meetingsSeen: meetingId ? 1 : 0,
    createdBy,
    createdAt: now,
    updatedAt: now,
    doneAt: null,
    version: 1,
    deletedAt: null,
    deletedBy: null,
  };
}

/** Those of a file; `owners` by the file's ids of people. */
export function importedActions(
  { actions }: MeetingExport,
  {
    meeting: { id: meetingId, teamId },
    ids,
    owners,
    createdBy,
  }: Pick<ImportedMeeting, 'meeting' | 'ids'> & {
    owners: ReadonlyMap<string, UserId>;
    createdBy: UserId | null;
  },
): ActionRow[] {
  const moment = (time: string | null): Date | null => (time === null ? null : new Date(time));
  return actions.map((action) => ({
    id: newId(ActionId),
    teamId,
    meetingId,
    topicId: (action.topic !== null && ids.topic.get(action.topic)) || null,
    noteId: (action.note !== null && ids.note.get(action.note)) || null,
    text: action.text,
    assigneeId: (action.assignee !== null && owners.get(action.assignee)) || null,
    formerAssigneeId: null,
    dueOn: action.due_on,
    status: action.status,
    reason: action.reason,
    meetingsSeen: 1,
    createdBy,
    createdAt: new Date(action.created_at),
    updatedAt: new Date(action.created_at),
    doneAt: moment(action.done_at),
    version: 1,
    deletedAt: null,
    deletedBy: null,
  }));
}

function statusChange(
  before: ActionRow,
  { status, reason }: ActionUpdate,
  { members, now }: { members: ReadonlySet<UserId>; now: Date },
): Partial<ActionRow> {
  if (status === undefined || status === before.status) {
    const isDropped = before.status === 'dropped';
    return isDropped && reason !== undefined && reason !== before.reason ? { reason } : {};
  }
  if (status === 'done') return { status, doneAt: now, reason: null };
  if (status === 'dropped') return { status, doneAt: null, reason: reason ?? null };
  const { assigneeId } = before;
  const isOwned = assigneeId === null || members.has(assigneeId);
  return {
    status,
    doneAt: null,
    reason: null,
    ...(!isOwned && { assigneeId: null, formerAssigneeId: assigneeId }),
  };
}

/** What differs from the stored row; nothing where it is already as asked for. `members` are those among the owners. */
export function changedFields(
  before: ActionRow,
  input: ActionUpdate,
  context: { members: ReadonlySet<UserId>; openCount: number; now: Date },
): Partial<ActionRow> {
  const set: Partial<ActionRow> = statusChange(before, input, context);
  if (set.status === 'open') requireRoomForOpen(context.openCount);
  const { text, assignee_id, due_on } = input;
  if (text !== undefined && text !== before.text) set.text = text;
  if (due_on !== undefined && due_on !== before.dueOn) set.dueOn = due_on;
  if (assignee_id === undefined) return set;
  if (assignee_id === before.assigneeId && before.formerAssigneeId === null) return set;
  if (assignee_id !== null) requireMember(context.members, assignee_id);
  return { ...set, assigneeId: assignee_id, formerAssigneeId: null };
}
