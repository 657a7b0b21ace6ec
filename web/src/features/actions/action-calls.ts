// The calls that change action items: by the board's queue, and by the page of action items.
import { Action, type TeamActionInput } from '@wentwell/contract/actions';
import type { ActionId } from '@wentwell/contract/ids';

import { request } from '#web/api/request';

import type { ActionChange } from './action-intents.ts';

/** One attempt at a change. All attempts carry the same key, so that the server applies the change once. */
export interface Attempt {
  key: string;
  signal?: AbortSignal;
  /** The version that the change was made on; without it the last write wins. */
  version?: number;
}

function options({ key, version, signal }: Attempt) {
  return {
    headers: {
      'Idempotency-Key': key,
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
    },
    ...(signal && { signal }),
  };
}

/** `list` is where it is added: that of a meeting or of a team. */
export function addAction(list: string, body: TeamActionInput, attempt: Attempt): Promise<Action> {
  return request({ path: list, method: 'POST', body, schema: Action, ...options(attempt) });
}

export function changeAction(id: ActionId, body: ActionChange, attempt: Attempt): Promise<Action> {
  const path = `/api/v1/actions/${id}`;
  return request({ path, method: 'PUT', body, schema: Action, ...options(attempt) });
}

export function removeAction(id: ActionId, attempt: Attempt): Promise<void> {
  return request({ path: `/api/v1/actions/${id}`, method: 'DELETE', ...options(attempt) });
}

/** 404 for everybody but whoever deleted it. */
export function restoreAction(id: ActionId, attempt: Attempt): Promise<Action> {
  const path = `/api/v1/actions/${id}/restore`;
  return request({ path, method: 'POST', schema: Action, ...options(attempt) });
}
