// Changes of action items, shared by boards and lists (docs/retro.md ).
import {
  type Action,
  type ActionInput,
  actionPolicy,
  type ActionUpdate,
  changedDetails,
  noDetails,
} from '../actions/actions.ts';
import type { ActionId, MeetingId, TeamId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { requirePolicy, type Context, factOf, nextVersion, reject } from './context.ts';

/** An action item belongs to its team. Only the board that agreed on it decides its changes. */
export type ActionContext = Pick<Context, 'caller' | 'now' | 'versionFloor' | 'facts' | 'isServer'>;
type FactContext = Pick<Context, 'facts' | 'isServer'>;

/** A client knows only some of the team's action items, so it assumes that there is room. */
export function requireRoomForOpen(context: FactContext): void {
  if ((factOf(context, 'openActions') ?? 0) >= limits.openActionsPerTeam) reject('ACTIONS_FULL');
}

function isMember(userId: UserId, context: FactContext): boolean {
  return factOf(context, 'members')?.has(userId) ?? true;
}

function requireMember(userId: UserId | null | undefined, context: FactContext): void {
  if (userId && !isMember(userId, context)) reject('ACTION_ASSIGNEE_UNKNOWN', ['assignee_id']);
}

export function newAction(
  input: ActionInput,
  place: { id: ActionId; team_id: TeamId; meeting_id: MeetingId | null },
  context: ActionContext,
): Action {
  requireMember(input.assignee_id, context);
  const now = context.now.toISOString();
  return {
    ...place,
    topic_id: input.topic_id ?? null,
    note_id: input.note_id ?? null,
    ...noDetails,
    ...changedDetails(input),
    text: input.text,
    former_assignee_id: null,
    status: 'open',
    reason: null,
    meetings_seen: 0,
    created_by: context.caller.userId,
    created_at: now,
    updated_at: now,
    done_at: null,
    version: 1,
  };
}

export function listedAction(
  input: ActionInput,
  place: { id: ActionId; team_id: TeamId },
  context: ActionContext,
): Action {
  requirePolicy(actionPolicy.addTo(context.caller, null));
  requireRoomForOpen(context);
  return newAction(input, { ...place, meeting_id: null }, context);
}

/** Moves the assignee of an open item to `former_assignee_id` if they have left the team. */
function owners(action: Action, context: FactContext): Partial<Action> {
  const { assignee_id } = action;
  if (assignee_id === null || isMember(assignee_id, context)) return {};
  return { assignee_id: null, former_assignee_id: assignee_id };
}

function withNextVersion(
  action: Action,
  context: Pick<Context, 'now' | 'versionFloor' | 'isServer'>,
): Action {
  const version = nextVersion(action.version, context);
  return { ...action, version, updated_at: context.now.toISOString() };
}

/** An open action item whose assignee leaves the team. */
export function unassignedAction(action: Action, context: Omit<ActionContext, 'caller'>): Action {
  return withNextVersion({ ...action, ...owners(action, context) }, context);
}

function changedStatus(
  before: Action,
  { status, reason }: ActionUpdate,
  context: ActionContext,
): Partial<Action> {
  if (status === undefined || status === before.status) {
    const isRenamed =
      before.status === 'dropped' && reason !== undefined && reason !== before.reason;
    return isRenamed ? { reason } : {};
  }
  if (status === 'done') return { status, done_at: context.now.toISOString(), reason: null };
  if (status === 'dropped') return { status, done_at: null, reason: reason ?? null };
  return { status, done_at: null, reason: null, ...owners(before, context) };
}

/** Null if nothing changes. */
export function changeAction(
  before: Action,
  input: ActionUpdate,
  context: ActionContext,
): Action | null {
  requirePolicy(actionPolicy.change(context.caller));
  const set = changedStatus(before, input, context);
  if (set.status === 'open') requireRoomForOpen(context);
  Object.assign(set, changedDetails(input, before));
  const { assignee_id } = input;
  const isSameOwner = assignee_id === before.assignee_id && before.former_assignee_id === null;
  if (assignee_id !== undefined && !isSameOwner) {
    requireMember(assignee_id, context);
    Object.assign(set, { assignee_id, former_assignee_id: null });
  }
  return Object.keys(set).length === 0 ? null : withNextVersion({ ...before, ...set }, context);
}

/** While it was deleted, its owner may have left and its note may have got a new action item. */
export function restoredAction(
  before: Action,
  { isTracked }: { isTracked: boolean },
  context: ActionContext,
): Action {
  const isOpen = before.status === 'open';
  if (isOpen) requireRoomForOpen(context);
  const fields = { ...(isOpen && owners(before, context)), ...(isTracked && { note_id: null }) };
  return withNextVersion({ ...before, ...fields }, context);
}
