// Action items as a feature of the board: those of its meeting, and in joining the team's open ones from before it.
import { z } from 'zod';

import { Action, showsSinceLastTime, storedAction } from './actions.ts';
import { boardEvent, type Texts, visibleToAll } from './board-feature.ts';
import { ActionId } from './ids.ts';
import type { Meeting } from './meetings.ts';

/** What action items add to a board, each list in the order of the ids. A node of an earlier version sends none. */
export const actionFields = {
  actions: z.array(Action).default(() => []),
  /** Absent outside of joining. */
  since_last_time: z.array(Action).optional(),
};
type ActionPart = {
  meeting: Pick<Meeting, 'id'>;
  actions: readonly Action[];
  since_last_time?: readonly Action[] | undefined;
};

const ChangedData = z.object({ action: Action });
const DeletedData = z.object({ action_id: ActionId, deleted: z.literal(true) });
const ActionData = z.union([ChangedData, DeletedData]);
const SinceLastTimeData = z.object({ since_last_time: z.array(Action) });

export function withoutAction(actions: readonly Action[], actionId: ActionId): Action[] {
  return actions.filter(({ id }) => id !== actionId);
}

export function upsertAction(actions: readonly Action[], action: Action): Action[] {
  return [...withoutAction(actions, action.id), action].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function withChange({ meeting, actions, since_last_time: before }: ActionPart, action: Action) {
  if (action.meeting_id === meeting.id) return { actions: upsertAction(actions, action) };
  if (!before) return {};
  const isListed = action.status === 'open';
  return {
    since_last_time: isListed ? upsertAction(before, action) : withoutAction(before, action.id),
  };
}

function withDeletion({ actions, since_last_time: before }: ActionPart, actionId: ActionId) {
  return {
    actions: withoutAction(actions, actionId),
    ...(before && { since_last_time: withoutAction(before, actionId) }),
  };
}

function verbOf({ status, version }: Action): string {
  if (status === 'done') return 'finished an action item';
  if (status === 'dropped') return 'dropped an action item';
  return version === 1 ? 'added an action item' : 'changed an action item';
}

function ofActions(ids: readonly ActionId[]): Texts {
  return { kind: 'action', ids };
}

const rules = {
  ...visibleToAll,
  endsEditing: () => null,
  touches: () => [],
  mayChangeStatus: false,
  specified: () => null,
} as const;

export const actionEvents = {
  action_changed: boardEvent('action_changed', {
    ...rules,
    data: ActionData,
    apply: (board: ActionPart, data) =>
      'action' in data ? withChange(board, data.action) : withDeletion(board, data.action_id),
    mask: (data) => data,
    texts: {
      held: (data) => ('action' in data ? [ofActions([data.action.id])] : []),
      erase: (data) => ({
        type: 'action_changed' as const,
        data: 'action' in data ? { action_id: data.action.id, deleted: true as const } : data,
      }),
    },
    deletedTexts: (data) => ('action' in data ? null : ofActions([data.action_id])),
    isAlwaysKept: false,
    describe: (data) =>
      'action' in data
        ? { action: verbOf(data.action), quote: data.action.text }
        : { action: 'deleted an action item', quote: '' },
    announce: (data) => {
      if (!('action' in data)) return null;
      const { id, text } = data.action;
      return { topic: `action ${id}`, rank: 4, sentence: () => `Action item: ${text}.` };
    },
    stored: { steps: [], parts: { action: storedAction.upgrade } },
  }),

  since_last_time_changed: boardEvent('since_last_time_changed', {
    ...rules,
    data: SinceLastTimeData,
    apply: (_, { since_last_time }) => ({ since_last_time }),
    mask: (data) => data,
    texts: {
      held: (data) => [ofActions(data.since_last_time.map(({ id }) => id))],
      erase: (data, { ids }) => ({
        type: 'since_last_time_changed' as const,
        data: { since_last_time: data.since_last_time.filter(({ id }) => !ids.includes(id)) },
      }),
    },
    deletedTexts: () => null,
    isAlwaysKept: true,
    // The change of phase before it is described and announced already.
    describe: () => null,
    announce: () => null,
    stored: { steps: [], parts: { since_last_time: storedAction.upgrade } },
  }),
};

/** Where there is something to look back at, the event that follows says what. */
function beginsOrEnds({ since_last_time: before }: ActionPart, { meeting }: { meeting: Meeting }) {
  return { since_last_time: showsSinceLastTime(meeting) ? [...(before ?? [])] : undefined };
}

function idsAndVersions(actions: readonly Action[]): unknown[] {
  return actions.map(({ id, version }) => [id, version]);
}

export const actionFeature = {
  fields: actionFields,
  events: actionEvents,
  follows: { phase_changed: beginsOrEnds, meeting_updated: beginsOrEnds },
  // `meetings_seen` counts on without a version: no edit is stale because another retro has started.
  hash: {
    actions: idsAndVersions,
    since_last_time: (actions: readonly Action[] | undefined) =>
      actions ? idsAndVersions(actions) : null,
  },
};
