// Callbacks of the action item components. The board's queue or the page of action items provides them.
import type { Action, ActionUpdate } from '@wentwell/contract/actions';
import { ActionId, type NoteId, type TopicId, type UserId } from '@wentwell/contract/ids';

import { sortableId } from '#web/api/random-ids';
import type { Command } from '#web/live/command';

import type { ActionCommands } from './action-commands.ts';
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

export function boardActionHandlers(
  board: { run(command: Command): Promise<boolean> },
  options: { commands: ActionCommands; drafts: ActionDrafts; hasTeam: boolean },
): BoardActionHandlers {
  const { commands, drafts, hasTeam } = options;
  return {
    drafts,
    ...(hasTeam && { agree: agreeOn }),
    add: (draft, { topicId = null, noteId = null } = {}) => {
      const id = ActionId.parse(sortableId());
      const from = { topic_id: topicId, note_id: noteId };
      void board.run(commands.create({ act: 'add', id, ...draft, ...from }));
    },
    change: ({ id, version }, change) =>
      void board.run(commands.create({ act: 'change', id, change, version })),
    remove: ({ id }) => void board.run(commands.create({ act: 'remove', id })),
  };
}
