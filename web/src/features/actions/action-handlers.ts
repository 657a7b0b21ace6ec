// Callbacks of the action item components. The board's queue or the page of action items provides them.
import type { QueryClient } from '@tanstack/react-query';
import type { Action, ActionUpdate } from '@wentwell/contract/actions/actions';
import type { NoteId, TopicId, UserId } from '@wentwell/contract/ids';
import type { TeamMember } from '@wentwell/contract/teams/teams';
import { Handshake } from 'lucide-react';

import type { ActionDraft, ActionDrafts } from './action-drafts.ts';

export interface ActionPerson {
  id: UserId;
  name: string;
}

export interface ActionHandlers {
  change(action: Action, change: ActionUpdate): void;
  remove(action: Action): void;
  /** Absent outside a team. */
  teamActs?: typeof teamActs;
  drafts: ActionDrafts;
}

export interface ActionTools {
  /** Possible owners. */
  people: readonly ActionPerson[];
  /** Null for viewers who may change none. */
  handlers: ActionHandlers | null;
}

/** Possible owners, the user first. */
export function ownersAmong(members: readonly TeamMember[], me: UserId): ActionPerson[] {
  return members
    .map(({ user }) => ({ id: user.id, name: user.display_name }))
    .toSorted((a, b) => Number(b.id === me) - Number(a.id === me));
}

export const teamActs = [
  {
    label: 'Make a team agreement',
    Icon: Handshake,
    async run({ team_id: teamId, text, id }: Action, queries: QueryClient): Promise<void> {
      const { makeAgreement } = await import('./Agreements.tsx');
      await makeAgreement({ teamId, text, from: { kind: 'action', id } }, queries);
    },
  },
];

export interface BoardActionHandlers extends ActionHandlers {
  add(draft: ActionDraft, from?: { topicId?: TopicId; noteId?: NoteId }): void;
}
