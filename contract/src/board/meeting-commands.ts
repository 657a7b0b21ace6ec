// Leads and team admins change the meeting of a board. The owner names the co-leads.
import { z } from 'zod';

import type { UserId } from '../ids.ts';
import { isCarriedOver } from '../meetings/carry-over.ts';
import { MeetingUpdate } from '../meetings/meeting-changes.ts';
import {
  CoLeadChange,
  isEditable,
  isLead,
  MeetingHandOver,
  meetingPolicy,
} from '../meetings/meetings.ts';
import { areSameColumns, columnChangePolicy, type ColumnId } from '../notes/columns.ts';
import type { BoardState } from './board.ts';
import type { Guard } from './cascade.ts';
import type { Patch } from './change.ts';
import { type BoardFeature, defineCommand } from './command.ts';
import { type Context, factOf, reject, requirePolicy } from './context.ts';
import { groupType } from './groups.ts';
import { changeMeeting } from './meeting-changes.ts';
import {
  changedMeeting,
  getMeeting,
  meetingNow,
  type MeetingRecord,
  nextMeeting,
  timerType,
} from './meeting.ts';
import { noteType } from './notes.ts';
import { recordsOfMembers } from './page.ts';

/** Not in an anonymous meeting, also if it becomes anonymous as it ends. */
function withAttendance(meeting: MeetingRecord, { facts }: Context): MeetingRecord {
  const { attendance } = facts;
  const isTold = /closed|archived/.test(meeting.status) && !meeting.settings.anonymous;
  return attendance && isTold ? { ...meeting, attendance } : meeting;
}

const updateMeeting = defineCommand({
  name: 'meeting.update',
  input: MeetingUpdate,
  decide(board, input, context) {
    const meeting = getMeeting(board);
    requirePolicy(meetingPolicy.change(context.caller, meeting));
    const { columns_before: seen } = input;
    if (seen && !areSameColumns(seen, meeting.columns)) reject('COLUMNS_CHANGED');
    const after = changeMeeting(meeting, input, context.now);
    if (after === null) return null;
    const isMoved = after.team_id !== meeting.team_id;
    // The owner must be an active member of the new team; otherwise the caller becomes the owner.
    const takesOver = isMoved && factOf(context, 'newTeam')?.hasOwner === false;
    if (takesOver) requirePolicy(meetingPolicy.handOver(context.caller, meeting));
    const owner_id = takesOver ? context.caller.userId : after.owner_id;
    const isSamePhase = after.phase_started_at === meeting.phase_started_at;
    // Co-leads are not looked up in the new team, so they are removed.
    const co_lead_ids = isMoved ? [] : after.co_lead_ids;
    const put = [
      nextMeeting(withAttendance({ ...after, owner_id, co_lead_ids }, context), context),
    ];
    const members = input.settings?.guests === false ? context.facts.members : undefined;
    const ofGuests = recordsOfMembers(board).filter(({ id }) => members?.has(id) === false);
    return {
      put,
      remove: [
        ...(isSamePhase ? [] : board.all(timerType)),
        ...ofGuests.map(({ record }) => record),
      ],
    };
  },
});

const handOver = defineCommand({
  name: 'meeting.handOver',
  input: MeetingHandOver,
  decide(board, { owner_id }, context) {
    const meeting = getMeeting(board);
    requirePolicy(meetingPolicy.handOver(context.caller, meeting));
    if (!isEditable(meetingNow(board, context).status)) reject('MEETING_NOT_EDITABLE');
    const members = factOf(context, 'members');
    if (members && members.get(owner_id)?.isActive !== true) reject('NOT_A_MEMBER');
    if (owner_id === meeting.owner_id) return null;
    return { put: [nextMeeting({ ...meeting, owner_id }, context)], remove: [] };
  },
});

const nameCoLead = defineCommand({
  name: 'meeting.nameCoLead',
  input: CoLeadChange,
  decide(board, { user_id, is_co_lead }, context) {
    const meeting = getMeeting(board);
    requirePolicy(meetingPolicy.nameCoLeads(context.caller, meeting));
    if (!isEditable(meetingNow(board, context).status)) reject('MEETING_NOT_EDITABLE');
    if (!is_co_lead) return releaseCoLead(meeting, user_id, context);
    const members = factOf(context, 'members');
    if (members && members.get(user_id)?.isActive !== true) reject('NOT_A_MEMBER');
    if (isLead(user_id, meeting)) return null;
    const co_lead_ids = [...meeting.co_lead_ids, user_id];
    return { put: [nextMeeting({ ...meeting, co_lead_ids }, context)], remove: [] };
  },
});

/** Server only: a member leaves the team or deletes their account. Ends a co-lead role and their records. */
const leave = defineCommand({
  name: 'meeting.leave',
  input: CoLeadChange.pick({ user_id: true }),
  decide(board, { user_id }, context) {
    const released = releaseCoLead(getMeeting(board), user_id, context);
    const ended = recordsOfMembers(board).filter(({ id }) => id === user_id);
    return { put: released?.put ?? [], remove: ended.map(({ record }) => record) };
  },
});

/** Null if the user is not a co-lead. */
function releaseCoLead(meeting: MeetingRecord, userId: UserId, context: Context): Patch | null {
  if (!meeting.co_lead_ids.includes(userId)) return null;
  const co_lead_ids = meeting.co_lead_ids.filter((id) => id !== userId);
  return { put: [nextMeeting({ ...meeting, co_lead_ids }, context)], remove: [] };
}

/** Server only, after the end. */
const close = defineCommand({
  name: 'meeting.close',
  input: z.object({}),
  decide(board, _, context) {
    const meeting = getMeeting(board);
    if (meetingNow(board, context).status !== 'closed') return null;
    const closed = withAttendance({ ...meeting, status: 'closed' }, context);
    return { put: [nextMeeting(closed, context)], remove: [] };
  },
});

/** Issued by an administrator. Increments the version, so that subscribers are notified and copies catch up. */
const recover = defineCommand({
  name: 'meeting.recover',
  input: z.object({}),
  decide: (board, _, context) => ({
    put: [nextMeeting(getMeeting(board), context)],
    remove: [],
  }),
});

/** Carried topics do not block the removal of a column: they move (docs/retro.md R-217). */
function columnsInUse(board: BoardState): Set<ColumnId> {
  const notes = board.all(noteType).filter(({ id }) => !isCarriedOver(id));
  const groups = board.all(groupType).filter(({ id }) => !isCarriedOver(id));
  return new Set([
    ...notes.map(({ note_type }) => note_type),
    ...groups.map(({ column_id }) => column_id),
  ]);
}

const keepColumns: Guard = (patch, before) => {
  const { columns } = getMeeting(before);
  const after = changedMeeting(patch)?.columns ?? columns;
  if (after === columns) return null;
  const result = columnChangePolicy(columns, after, columnsInUse(before));
  return result === 'allowed' ? null : result;
};

/** Fixed once the board has had content: whether notes are anonymous, and whether AI may read them. */
const keepAnonymity: Guard = (patch, before, { isWrittenOn }) => {
  const next = changedMeeting(patch);
  // Deleted notes count too: their history could reveal who wrote them.
  if (!next || !isWrittenOn) return null;
  const { anonymous, ai_notes } = getMeeting(before).settings;
  if (next.settings.anonymous !== anonymous) return 'ANONYMITY_FIXED';
  return next.settings.ai_notes === ai_notes ? null : 'AI_NOTES_FIXED';
};

/** A meeting with content stays in its team, because other members must not read it. */
const keepTeam: Guard = (patch, before, context) => {
  const { team_id, status } = getMeeting(before);
  const next = changedMeeting(patch);
  if (!next || next.team_id === team_id) return null;
  const newTeam = factOf(context, 'newTeam');
  if (newTeam === undefined) return null;
  if (newTeam === null) return 'NOT_FOUND';
  const result = meetingPolicy.create({ ...context.caller, role: newTeam.role });
  if (result !== 'allowed') return result;
  const isFixed = status !== 'planned' || factOf(context, 'hasContent');
  return isFixed ? 'MEETING_TEAM_FIXED' : null;
};

export const meetingFeature: BoardFeature = {
  recordTypes: [],
  commands: [updateMeeting, handOver, nameCoLead, leave, close, recover],
  guards: [keepColumns, keepAnonymity, keepTeam],
};
