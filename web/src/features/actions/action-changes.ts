// What a change makes of an action item, and how it is taken back.
import { Action, ActionStatus, type TeamActionInput } from '@wentwell/contract/actions';
import { ActionId, NoteId, TopicId, UserId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

import { type Attempt, attemptOptions } from '#web/api/attempt';
import { request } from '#web/api/request';

import type { ActionDraft } from './action-drafts.ts';

/** With the text, the owner and the day of the change. */
export function withDraft<Fields extends ActionDraft>(
  fields: Fields,
  { text, assignee_id, due_on }: ActionChange,
): Fields {
  return {
    ...fields,
    ...(text !== undefined && { text }),
    ...(assignee_id !== undefined && { assignee_id }),
    ...(due_on !== undefined && { due_on }),
  };
}

/** As the server changes it (docs/retro.md ). */
export function changed(action: Action, change: ActionChange, now: string): Action {
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

/** The change that takes `change` back, from what it changed. */
export function reverted(action: Action, change: ActionChange): ActionChange {
  const { text, assignee_id, due_on, status } = change;
  return {
    ...(text !== undefined && { text: action.text }),
    ...(assignee_id !== undefined && { assignee_id: action.assignee_id }),
    ...(due_on !== undefined && { due_on: action.due_on }),
    ...(status !== undefined && {
      status: action.status,
      ...(action.reason !== null && { reason: action.reason }),
    }),
  };
}

/** What to say of a change that can be taken back. */
export function doneText({ status }: ActionChange, before: Action | undefined): string {
  if (status === undefined || status === before?.status) return 'Action item changed';
  return { done: 'Action item done', dropped: 'Action item dropped', open: 'Action item reopened' }[
    status
  ];
}

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

const text = z.string().max(limits.actionTextMax);

const Change = z.object({
  text: text.optional(),
  assignee_id: UserId.nullish(),
  due_on: z.string().nullish(),
  status: ActionStatus.optional(),
  reason: z.string().optional(),
});
export type ActionChange = z.infer<typeof Change>;

/** As the board's queue stores it: an intent outlives a reload and a new version. */
export const ActionIntent = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('add'),
    id: ActionId,
    text,
    assignee_id: UserId.nullable(),
    due_on: z.string().nullable(),
    topic_id: TopicId.nullable(),
    note_id: NoteId.nullable(),
  }),
  z.object({
    act: z.literal('change'),
    id: ActionId,
    change: Change,
    /** Of the action item that the user saw; without it whatever it has become. */
    version: z.number().int().optional(),
  }),
  z.object({ act: z.literal('remove'), id: ActionId }),
  // The undo of a deletion.
  z.object({ act: z.literal('restore'), id: ActionId, action: Action }),
]);
export type ActionIntent = z.infer<typeof ActionIntent>;
