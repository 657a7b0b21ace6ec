// Callbacks of the action item components. The board's queue or the page of action items provides them.
import type { Action, ActionUpdate } from '@wentwell/contract/actions/actions';
import type { NoteId, TopicId, UserId } from '@wentwell/contract/ids';

import type { ActionDraft, ActionDrafts } from './action-drafts.ts';

export interface ActionPerson {
  id: UserId;
  name: string;
}

export interface ActionHandlers {
  change(action: Action, change: ActionUpdate): void;
  remove(action: Action): void;
  /** Makes the item a team agreement. Absent outside a team. */
  agree?: (action: Action) => void;
  drafts: ActionDrafts;
}

/** Props shared by all components with action items. */
export interface ActionTools {
  /** Possible owners. */
  people: readonly ActionPerson[];
  /** Null for viewers who may change none. */
  handlers: ActionHandlers | null;
}

export function agreeOn({ team_id: teamId, text, id }: Action): void {
  void import('./Agreements.tsx').then(({ makeAgreement }) =>
    makeAgreement({ teamId, text, from: { kind: 'action', id } }),
  );
}

export interface BoardActionHandlers extends ActionHandlers {
  /** Adds an item, with the topic or note that it comes from. */
  add(draft: ActionDraft, from?: { topicId?: TopicId; noteId?: NoteId }): void;
}
