// Lists of action items, and changes made on the Actions page and the dashboard.
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type Action,
  type ActionStatus,
  type ActionUpdate,
  inverseUpdate,
  ListedAction,
} from '@wentwell/contract/actions/actions';
import { ActionId, type TeamId, type UserId } from '@wentwell/contract/ids';
import { useMemo } from 'react';

import { listQuery } from '#web/api/queries';
import { sortableId } from '#web/api/random-ids';
import { errorText } from '#web/api/request';
import { serverNow } from '#web/api/server-time';
import { toast } from '#web/ui/feedback/toast';

import {
  addAction,
  changeAction,
  removeAction,
  restoreAction,
  changed,
  doneText,
} from './action-changes.ts';
import {
  type ActionDraft,
  type ActionDrafts,
  actionDrafts,
  draftOf,
  refusedDraft,
} from './action-drafts.ts';
import { type ActionHandlers, teamActs } from './action-handlers.ts';

const undoDuration = 7000;
const allActions = ['actions'] as const;

export interface ActionFilter {
  status?: readonly ActionStatus[];
  /** Separated by commas. Only of a team. */
  ids?: string | undefined;
  limit: number;
}

function queryOf({ status, ...rest }: ActionFilter) {
  return { ...rest, status: status?.join(',') };
}

export function myActionsQuery(filter: ActionFilter) {
  return listQuery(
    [...allActions, 'mine', filter],
    { path: '/api/v1/me/actions', query: queryOf(filter), item: ListedAction },
    {
      // Keeps the present rows while more load.
      placeholderData: keepPreviousData,
    },
  );
}

/** Disabled without a team. */
export function teamActionsQuery(teamId: TeamId | null, filter: ActionFilter) {
  return listQuery(
    [...allActions, teamId, filter],
    { path: `/api/v1/teams/${teamId}/actions`, query: queryOf(filter), item: ListedAction },
    { enabled: teamId !== null, placeholderData: keepPreviousData },
  );
}

function show(queries: QueryClient, update: (rows: ListedAction[]) => ListedAction[]): void {
  queries.setQueriesData<{ rows: ListedAction[]; total: number }>(
    { queryKey: allActions },
    (page) => page && { ...page, rows: update(page.rows) },
  );
}

interface Change {
  action: Action;
  change: ActionUpdate;
  /** An undo, whose notice offers no further Undo. */
  undoes?: boolean;
}

/** Optimistic changes with Undo; a refusal reverts the change and says why. */
export function useActionHandlers(userId: UserId): ActionHandlers {
  const queries = useQueryClient();
  const drafts = useMemo(() => actionDrafts(userId), [userId]);
  const onSettled = () => queries.invalidateQueries({ queryKey: allActions });

  const { mutate: change } = useMutation({
    mutationFn: ({ action: { id, version }, change: body, undoes }: Change) => {
      // A text must not overwrite a version that the user has not seen.
      const isGuarded = body.text !== undefined && !undoes;
      return changeAction(id, body, { key: sortableId(), ...(isGuarded && { version }) });
    },
    onMutate: async ({ action, change: body }) => {
      await queries.cancelQueries({ queryKey: allActions });
      const now = serverNow().toISOString();
      show(queries, (rows) =>
        rows.map((row) => (row.id === action.id ? changed(row, body, now) : row)),
      );
    },
    onSuccess: (_, { action, change: body, undoes }) => {
      if (undoes) return;
      toast.success({
        title: doneText(body, action),
        duration: undoDuration,
        id: `action-${action.id}`,
        action: {
          label: 'Undo',
          onPress: () => change({ action, change: inverseUpdate(action, body), undoes: true }),
        },
      });
    },
    onError: (error, { action, change: body, undoes }) => {
      const [{ reason }, draft] = [body, refusedDraft(body)];
      if (reason && !undoes) drafts.keep(`drop:${action.id}`, { line: reason, isRefused: true });
      if (draft && !undoes) drafts.keep(action.id, draft);
      toast.error({ title: 'Error changing the action item', description: errorText(error) });
    },
    onSettled,
  });

  const { mutate: restore } = useMutation({
    mutationFn: ({ id }: Action) => restoreAction(id, { key: sortableId() }),
    onError: toast.onError('Error restoring the action item'),
    onSettled,
  });

  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: Action) => removeAction(id, { key: sortableId() }),
    onMutate: async ({ id }) => {
      await queries.cancelQueries({ queryKey: allActions });
      show(queries, (rows) => rows.filter((row) => row.id !== id));
    },
    onSuccess: (_, action) => {
      toast.success({
        title: 'Action item deleted',
        duration: undoDuration,
        id: `action-${action.id}`,
        action: { label: 'Undo', onPress: () => restore(action) },
      });
    },
    onError: toast.onError('Error deleting the action item'),
    onSettled,
  });

  return useMemo(
    () => ({
      change: (action, body) => change({ action, change: body }),
      remove,
      teamActs,
      drafts,
    }),
    [change, remove, drafts],
  );
}

export function useAddAction(
  teamId: TeamId,
  drafts: Pick<ActionDrafts, 'putBack'>,
): (draft: ActionDraft) => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (draft: ActionDraft) =>
      addAction(
        `/api/v1/teams/${teamId}/actions`,
        { ...draft, id: ActionId.parse(sortableId()) },
        { key: sortableId() },
      ),
    onError: (error, draft) => {
      drafts.putBack(`new:${teamId}`, draftOf(draft));
      toast.error({ title: 'Error adding the action item', description: errorText(error) });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: allActions }),
  });
  return mutate;
}
