// What a change makes of an action item, and how it is taken back.
import type { Action } from '@wentwell/contract/actions';

import type { ActionDraft } from './action-drafts.ts';
import type { ActionChange } from './action-intents.ts';

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
