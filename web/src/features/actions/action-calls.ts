// The calls that change action items: by the board's queue, and by the page of action items.
import { Action, type TeamActionInput } from '@wentwell/contract/actions';
import type { ActionId } from '@wentwell/contract/ids';

import { type Attempt, attemptOptions } from '#web/api/attempt';
import { request } from '#web/api/request';

import type { ActionChange } from './action-intents.ts';

/** `list` is where it is added: that of a meeting or of a team. */
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

/** 404 for everybody but whoever deleted it. */
export function restoreAction(id: ActionId, attempt: Attempt): Promise<Action> {
  const path = `/api/v1/actions/${id}/restore`;
  return request({ path, method: 'POST', schema: Action, ...attemptOptions(attempt) });
}
