// The commands of the board's queue about action items: of the meeting, and those that it looks back at in joining.
import { upsertAction, withoutAction } from '@wentwell/contract/action-events';
import type { Action } from '@wentwell/contract/actions';
import type { Board } from '@wentwell/contract/board';
import type { ActionId, MeetingId, UserId } from '@wentwell/contract/ids';

import type { Attempt } from '#web/api/attempt';
import { ApiError, errorText } from '#web/api/request';
import { serverNow } from '#web/api/server-time';
import {
  type BoardUpdate,
  type OptimisticCommand,
  type OptimisticConfirmation,
  type Inverse,
  type Commands,
  deserializeIntents,
} from '#web/live/command';
import { toast } from '#web/ui/feedback/toast';

import { addAction, changeAction, removeAction, restoreAction } from './action-calls.ts';
import { changed, doneText, reverted } from './action-changes.ts';
import { type ActionDrafts, draftOf } from './action-drafts.ts';
import { type ActionChange, ActionIntent } from './action-intents.ts';

export type ActionCommands = Commands<ActionIntent>;

const kind = 'action';

const titles: Record<ActionIntent['act'], string> = {
  add: 'Error adding the action item',
  change: 'Error changing the action item',
  remove: 'Error deleting the action item',
  restore: 'Error restoring the action item',
};
const editedActionGoneText =
  'Somebody has deleted it meanwhile. Your text is kept for a new action item.';
const deletedSince = { conflict: 'The action item has been deleted since.' };
const changedSince = { conflict: 'Somebody else has changed this action item since.' };

function findAction(board: Board, id: ActionId): Action | undefined {
  return [...board.actions, ...(board.since_last_time ?? [])].find((each) => each.id === id);
}

function withAction(action: Action): BoardUpdate {
  return (board) => {
    if (action.meeting_id === board.meeting.id) {
      return { ...board, actions: upsertAction(board.actions, action) };
    }
    const before = board.since_last_time;
    if (!before) return board;
    const isListed = action.status === 'open';
    return {
      ...board,
      since_last_time: isListed ? upsertAction(before, action) : withoutAction(before, action.id),
    };
  };
}

function lacksAction(id: ActionId): BoardUpdate {
  return (board) => ({
    ...board,
    actions: withoutAction(board.actions, id),
    ...(board.since_last_time && { since_last_time: withoutAction(board.since_last_time, id) }),
  });
}

export function actionCommands(
  context: { meetingId: MeetingId; userId: UserId },
  drafts: Pick<ActionDrafts, 'keep' | 'putBack'>,
): ActionCommands {
  const next = `new:${context.meetingId}` as const;

  function create(intent: ActionIntent): OptimisticCommand {
    return {
      kind,
      input: intent,
      queueKey: intent.id,
      startsQueue: intent.act === 'add',
      mergesDuplicates: true,
      optimisticUpdate: optimisticUpdate(intent),
      inverse: (before) => inverseOf(intent, before),
      send: (key, signal) => send(intent, { key, signal }),
      onRefused(error, board) {
        keepText(intent, error, board);
        const description = errorDescription(intent, error);
        toast.error({ title: titles[intent.act], description, id: `action-${intent.act}` });
      },
    };
  }

  function keepText(intent: ActionIntent, error: unknown, board: Board | null): void {
    // The text of a note that is tracked was not typed here.
    if (intent.act === 'add' && intent.note_id === null) {
      // Changed while it waited: its latest text is kept.
      const { text, assignee_id, due_on } = (board && findAction(board, intent.id)) ?? intent;
      // The list of the team takes what the meeting takes no more.
      const list = board && isMeetingOver(error) ? (`new:${board.meeting.team_id}` as const) : next;
      drafts.putBack(list, draftOf({ text, assignee_id, due_on }));
    }
    if (intent.act !== 'change' || intent.version === undefined) return;
    const { reason } = intent.change;
    if (reason && !isGone(error)) {
      drafts.keep(`drop:${intent.id}`, { line: reason, isRefused: true });
    }
    const typed = typedText(intent);
    if (typed === null) return;
    const { assignee_id, due_on } = intent.change;
    const draft = { line: typed, owner: assignee_id, due: due_on };
    if (isGone(error)) drafts.putBack(next, draft);
    else drafts.keep(intent.id, { ...draft, isRefused: true });
  }

  function optimisticUpdate(intent: ActionIntent): BoardUpdate {
    const now = serverNow().toISOString();
    switch (intent.act) {
      case 'add': {
        const { act: _, ...input } = intent;
        return (board) =>
          withAction({
            ...input,
            team_id: board.meeting.team_id,
            meeting_id: context.meetingId,
            former_assignee_id: null,
            status: 'open',
            reason: null,
            meetings_seen: 1,
            created_by: context.userId,
            created_at: now,
            updated_at: now,
            done_at: null,
            version: 0,
          })(board);
      }
      case 'change':
        return (board) => {
          const action = findAction(board, intent.id);
          return action ? withAction(changed(action, intent.change, now))(board) : board;
        };
      case 'remove':
        return lacksAction(intent.id);
      case 'restore':
        return withAction(intent.action);
    }
  }

  function inverseOf(intent: ActionIntent, before: Board): Inverse | null {
    const action = findAction(before, intent.id);
    switch (intent.act) {
      case 'add':
      case 'restore':
        return {
          title: 'Action item added',
          undoneTitle: 'Action item taken away again',
          command: (now) =>
            findAction(now, intent.id) ? create({ act: 'remove', id: intent.id }) : deletedSince,
        };
      case 'remove':
        return action
          ? {
              title: 'Action item deleted',
              undoneTitle: 'Action item restored',
              slot: `deleted-${action.id}`,
              command: () => create({ act: 'restore', id: action.id, action }),
            }
          : null;
      case 'change':
        return action ? changingBack(action, intent.change) : null;
    }
  }

  function changingBack(before: Action, change: ActionChange): Inverse {
    const { id } = before;
    return {
      title: doneText(change, before),
      undoneTitle: 'Action item as it was',
      slot: `changed-${id}`,
      command: (now) => {
        const action = findAction(now, id);
        // One that is done or dropped is no longer among those that the meeting looks back at.
        const isListed = change.status === undefined || change.status === 'open';
        if (!action && isListed) return deletedSince;
        if (action && change.text !== undefined && action.text !== change.text) return changedSince;
        return create({ act: 'change', id, change: reverted(before, change) });
      },
    };
  }

  return {
    create,
    deserialize: deserializeIntents(kind, ActionIntent, create),
  };

  async function send(intent: ActionIntent, attempt: Attempt): Promise<OptimisticConfirmation> {
    switch (intent.act) {
      case 'add': {
        const { act: _, ...input } = intent;
        const list = `/api/v1/meetings/${context.meetingId}/actions`;
        return confirmationOf(await addAction(list, input, attempt), intent.id);
      }
      case 'change':
        return confirmationOf(await sendChange(intent, attempt), intent.id);
      case 'remove':
        await removeAction(intent.id, attempt).catch(ignoreGone);
        return { isConfirmed: (board) => !findAction(board, intent.id) };
      case 'restore':
        return confirmationOf(await restoreAction(intent.id, attempt), intent.id);
    }
  }
}

function sendChange(
  { id, change, version }: Extract<ActionIntent, { act: 'change' }>,
  attempt: Attempt,
): Promise<Action> {
  // A status and an owner are set whatever else has changed; a text must not overwrite one that nobody has seen.
  const guarded = change.text === undefined ? undefined : version;
  return changeAction(id, change, {
    ...attempt,
    ...(guarded !== undefined && { version: guarded }),
  });
}

/** Null where the user has typed none: an undo has no version. */
function typedText(intent: ActionIntent): string | null {
  const isTyped = intent.act === 'change' && intent.version !== undefined;
  return isTyped ? (intent.change.text ?? null) : null;
}

function errorDescription(intent: ActionIntent, error: unknown): string {
  if (isGone(error) && typedText(intent) !== null) return editedActionGoneText;
  const isKept = intent.act === 'add' ? intent.note_id === null : typedText(intent) !== null;
  if (isKept) return `${errorText(error)} Your text is kept.`;
  const reason = intent.act === 'change' ? intent.change.reason : undefined;
  return reason ? `${errorText(error)} Your reason: “${reason}”` : errorText(error);
}

function ignoreGone(error: unknown): void {
  if (!isGone(error)) throw error;
}

function isMeetingOver(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'ACTIONS_MEETING_OVER';
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The server may have answered with another id, or with what somebody else made from the same note. */
function confirmationOf(action: Action, wanted: ActionId): OptimisticConfirmation {
  const show = withAction(action);
  return {
    isConfirmed: (board) => {
      const found = findAction(board, action.id);
      if (found) return found.version >= action.version;
      return action.status !== 'open' && action.meeting_id !== board.meeting.id;
    },
    optimisticUpdate: (board) => show(wanted === action.id ? board : lacksAction(wanted)(board)),
  };
}
