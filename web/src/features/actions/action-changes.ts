import {
  Action,
  type ActionUpdate as ActionChange,
  type TeamActionInput,
} from '@wentwell/contract/actions/actions';
import type { ActionId } from '@wentwell/contract/ids';

import { type Attempt, attemptOptions } from '#web/api/attempt';
import { request } from '#web/api/request';

export function withDraft<Fields extends TeamActionInput>(
  fields: Fields,
  { status: _status, reason: _reason, ...set }: ActionChange,
): Fields {
  return { ...fields, ...set };
}

/** Applies a change as the server does (docs/retro.md ). */
export function changed<Changed extends Action>(
  action: Changed,
  change: ActionChange,
  now: string,
): Changed {
  const { assignee_id, status, reason } = change;
  return {
    ...withDraft(action, change),
    ...(assignee_id !== undefined && { former_assignee_id: null }),
    ...(status !== undefined && {
      status,
      reason: status === 'dropped' ? (reason ?? action.reason) : null,
      done_at: status === 'done' ? now : null,
    }),
  };
}

export function doneText({ status }: ActionChange, before: Action | undefined): string {
  if (status === undefined || status === before?.status) return 'Action item changed';
  return { done: 'Action item done', dropped: 'Action item dropped', open: 'Action item reopened' }[
    status
  ];
}

/** `list` is the path of a meeting's or a team's list. */
export function addAction(list: string, body: TeamActionInput, attempt: Attempt): Promise<Action> {
  return request({ path: list, method: 'POST', body, schema: Action, ...attemptOptions(attempt) });
}

export function changeAction(id: ActionId, body: ActionChange, attempt: Attempt): Promise<Action> {
  const path = `/api/v1/actions/${id}`;
  return request({ path, method: 'PUT', body, schema: Action, ...attemptOptions(attempt) });
}

export function removeAction(id: ActionId, attempt: Attempt): Promise<void> {
  return request({ path: `/api/v1/actions/${id}`, method: 'DELETE', ...attemptOptions(attempt) });
}

/** Answers 404 except to the person who deleted it. */
export function restoreAction(id: ActionId, attempt: Attempt): Promise<Action> {
  const path = `/api/v1/actions/${id}/restore`;
  return request({ path, method: 'POST', schema: Action, ...attemptOptions(attempt) });
}
