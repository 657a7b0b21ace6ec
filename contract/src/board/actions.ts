// Action items on a board. Each is decided by the board that created it; the store shows the result on other boards.
// In joining, boards ask whether done ones helped.
import { z } from 'zod';

import {
  Action,
  ActionInput,
  actionPolicy,
  ActionUpdate,
  inverseUpdate,
  TeamActionInput,
} from '../actions/actions.ts';
import { OutcomeInput } from '../actions/outcomes.ts';
import { showsSinceLastTime } from '../actions/since-last-time.ts';
import { ActionId } from '../ids.ts';
import { limits } from '../limits.ts';
import { isActionColumn } from '../notes/columns.ts';
import {
  changeAction,
  listedAction,
  newAction,
  requireRoomForOpen,
  restoredAction,
} from './action-changes.ts';
import type { BoardState } from './board.ts';
import { emptyPatch, merge, type Patch } from './change.ts';
import { requireScorer } from './check-in.ts';
import { defineCommand, type ShownFeature } from './command.ts';
import { factOf, reject, removedRecord, requirePolicy } from './context.ts';
import { groupType } from './groups.ts';
import { getMeeting, meetingNow } from './meeting.ts';
import { noteType } from './notes.ts';
import { defineRecordType, fieldsOf } from './record.ts';

const ActionRecord = Action.extend({ type: z.literal('action') });
export type ActionRecord = z.infer<typeof ActionRecord>;
export const actionType = defineRecordType(ActionRecord, {
  hasUserText: true,
  isLookBack: ({ meeting_id }, meetingId) => meeting_id !== meetingId,
});

/** The meeting asks whether the item helped. `id` is the item's id. */
const AskedRecord = z.object({ type: z.literal('asked'), id: ActionId });
export const askedType = defineRecordType(AskedRecord);

function agreedIn(board: BoardState): ActionRecord[] {
  const { id } = getMeeting(board);
  return board.all(actionType).filter(({ meeting_id }) => meeting_id === id);
}

function place(board: BoardState, action: Action): Patch | null {
  const meeting = getMeeting(board);
  const isAsked = action.status === 'done' && board.get(askedType, action.id) !== undefined;
  const isInLookBack = showsSinceLastTime(meeting) && (action.status === 'open' || isAsked);
  const record: ActionRecord = { ...action, type: 'action' };
  if (action.meeting_id === meeting.id || isInLookBack) return { put: [record], remove: [] };
  return board.get(actionType, action.id) ? { put: [], remove: [record] } : null;
}

function requireSource(board: BoardState, { note_id, topic_id }: ActionInput): void {
  if (note_id) {
    const note = board.get(noteType, note_id) ?? reject('ACTION_NOTE_UNKNOWN', ['note_id']);
    const isForActions = isActionColumn(getMeeting(board).columns, note.note_type);
    if (!isForActions) reject('ACTION_NOTE_KIND', ['note_id']);
  }
  if (!topic_id || board.get(groupType, topic_id) || board.get(noteType, topic_id)) return;
  reject('TOPIC_UNKNOWN', ['topic_id']);
}

const agree = defineCommand({
  name: 'action.agree',
  input: ActionInput.extend({ id: ActionId }),
  decide(board, { id, ...input }, context) {
    const existing = board.get(actionType, id);
    // The store has already replaced an id that belongs to another record, so that ids cannot be probed.
    if (existing) return existing.created_by === context.caller.userId ? null : reject('ID_TAKEN');
    const { id: meeting_id, team_id, ...meeting } = meetingNow(board, context);
    requirePolicy(actionPolicy.addTo(context.caller, meeting));
    requireSource(board, input);
    const agreed = agreedIn(board);
    if (input.note_id && agreed.some(({ note_id }) => note_id === input.note_id)) return null;
    requireRoomForOpen(context);
    if (agreed.length >= limits.actionsPerMeeting) reject('ACTIONS_OF_MEETING_FULL');
    return place(board, newAction(input, { id, team_id, meeting_id }, context));
  },
  inverse: ({ id }) => ({ name: 'action.remove', input: { id } }),
});

const add = defineCommand({
  name: 'action.add',
  input: TeamActionInput.extend({ id: ActionId }),
  decide(board, { id, ...input }, context) {
    const existing = board.get(actionType, id);
    if (existing) return existing.created_by === context.caller.userId ? null : reject('ID_TAKEN');
    const { team_id } = getMeeting(board);
    return place(board, listedAction(input, { id, team_id }, context));
  },
});

const update = defineCommand({
  name: 'action.update',
  input: ActionUpdate.safeExtend({ id: ActionId }),
  decide(board, { id, ...input }, context) {
    const before = board.get(actionType, id) ?? reject('NOT_FOUND');
    const after = changeAction(before, input, context);
    return after && place(board, after);
  },
  inverse({ id, ...input }, before) {
    const action = before.get(actionType, id);
    if (!action) return null;
    return { name: 'action.update', input: { id, ...inverseUpdate(action, input) } };
  },
});

const remove = defineCommand({
  name: 'action.remove',
  input: z.object({ id: ActionId }),
  decide(board, { id }, context) {
    const before = board.get(actionType, id) ?? reject('NOT_FOUND');
    requirePolicy(actionPolicy.change(context.caller));
    return { put: [], remove: [before] };
  },
  inverse: ({ id }) => ({ name: 'action.restore', input: { id } }),
});

const restore = defineCommand({
  name: 'action.restore',
  input: z.object({ id: ActionId }),
  decide(board, { id }, context) {
    requirePolicy(actionPolicy.change(context.caller));
    if (board.get(actionType, id)) return null;
    if (!context.trash?.isDeletedByCaller) reject('NOT_FOUND');
    const before = removedRecord(context, actionType, id);
    const { note_id } = before;
    const isTracked = note_id !== null && agreedIn(board).some((each) => each.note_id === note_id);
    return place(board, restoredAction(before, { isTracked }, context));
  },
  inverse: ({ id }) => ({ name: 'action.remove', input: { id } }),
});

export const ShownActions = z.object({
  actions: z.array(Action).default(() => []),
  deleted: z.array(ActionId).default(() => []),
});

/** Issued by the store to boards that show an action item which was decided elsewhere. */
function defineShowing(name: string) {
  return defineCommand({
    name,
    input: ShownActions,
    decide(board, { actions, deleted }) {
      const removed = deleted.flatMap((id) => board.get(actionType, id) ?? []);
      return actions
        .map((action) => place(board, action) ?? emptyPatch)
        .reduce(merge, { put: [], remove: removed });
    },
  });
}
const show = defineShowing('action.show');
const release = defineShowing('action.release');
/** A deletion. Boards that look back at the items lose their texts too. */
const showDeleted = defineShowing('action.showDeleted');

/** Changes no record, so that nothing reveals when an answer was given; the store writes it. */
const setOutcome = defineCommand({
  name: 'outcome.set',
  input: OutcomeInput.extend({ id: ActionId }),
  hidesActor: true,
  decide(board, { id }, context) {
    if (context.caller.role === null) reject('TEAM_MEMBER_ONLY');
    const isAsked = board.get(askedType, id) && showsSinceLastTime(meetingNow(board, context));
    if (!isAsked) reject('NOT_FOUND');
    const known = factOf(context, 'answers');
    if (known) requireScorer(board, known, context);
    return null;
  },
});

const shape = {
  actions: z.array(Action),
  since_last_time: z.array(Action).optional(),
  /** The done action items that the meeting asks about. */
  did_it_help: z.array(Action).optional(),
};

/** Each list is sorted by id. The look-back lists are only present in joining. */
function presentActions(board: BoardState): z.infer<z.ZodObject<typeof shape>> {
  const meeting = getMeeting(board);
  const all = board
    .all(actionType)
    .map(fieldsOf)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const actions = all.filter(({ meeting_id }) => meeting_id === meeting.id);
  if (!showsSinceLastTime(meeting)) return { actions };
  const before = all.filter(({ meeting_id }) => meeting_id !== meeting.id);
  return {
    actions,
    since_last_time: before.filter(({ status }) => status === 'open'),
    did_it_help: before.filter(({ status }) => status === 'done'),
  };
}

export const actionsFeature = {
  recordTypes: [actionType, askedType],
  commands: [agree, add, update, remove, restore, show, showDeleted, release, setOutcome],
  shape,
  present: presentActions,
  isReported: ({ actions }: { actions: Action[] }) => actions.length > 0,
} satisfies ShownFeature;
