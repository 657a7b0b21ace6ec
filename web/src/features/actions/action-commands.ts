// Queue commands on action items: the meeting's, and earlier ones shown in joining.
import { Action, ActionInput, ActionUpdate } from '@wentwell/contract/actions/actions';
import type { Board } from '@wentwell/contract/board/snapshot';
import { ActionId, type MeetingId } from '@wentwell/contract/ids';
import { limits } from '@wentwell/contract/limits';
import { z } from 'zod';

import type { Attempt } from '#web/api/attempt';
import { ApiError, errorText } from '#web/api/request';
import {
  isGone,
  type QueuedCommand,
  type Commands,
  type Confirmation,
  type Conflict,
  commandsOfKind,
  type Inverse,
} from '#web/live/queued-command';
import { toast } from '#web/ui/feedback/toast';

import {
  addAction,
  changeAction,
  removeAction,
  restoreAction,
  doneText,
  withDraft,
} from './action-changes.ts';
import { type ActionDrafts, draftOf, refusedDraft } from './action-drafts.ts';

// Stored intents outlive a new version, whose text rules must not drop what was typed.
const text = z.string().max(limits.actionTextMax);
const reason = z.string();

/** A change of action items as the queue stores it. */
export const ActionIntent = z.discriminatedUnion('act', [
  z.object({ ...ActionInput.shape, act: z.literal('add'), id: ActionId, text }),
  z.object({
    act: z.literal('change'),
    id: ActionId,
    change: z.object({ ...ActionUpdate.shape, text: text.optional(), reason: reason.optional() }),
    /** Version that the user saw. Without it the change applies to any version. */
    version: z.number().int().optional(),
  }),
  z.object({ act: z.literal('remove'), id: ActionId }),
  // Undoes a deletion.
  z.object({ act: z.literal('restore'), id: ActionId, action: Action }),
]);
export type ActionIntent = z.infer<typeof ActionIntent>;

export type ActionCommands = Commands<ActionIntent>;

/** The board command of each act, and the title of its refusal. */
const acts: Record<ActionIntent['act'], [command: string, refusal: string]> = {
  add: ['action.agree', 'Error adding the action item'],
  change: ['action.update', 'Error changing the action item'],
  remove: ['action.remove', 'Error deleting the action item'],
  restore: ['action.restore', 'Error restoring the action item'],
};
const editedActionGoneText = 'Someone deleted it. Your text is kept for a new action item.';
const deletedSince = { conflict: 'The action item has since been deleted.' };
const conflicts = { NOT_FOUND: deletedSince.conflict };
const changedSince = { conflict: 'Someone else has since changed this action item.' };

function findAction(board: Board, id: ActionId): Action | undefined {
  return [...board.actions, ...(board.since_last_time ?? [])].find((each) => each.id === id);
}

export function actionCommands(
  { meetingId }: { meetingId: MeetingId },
  drafts: Pick<ActionDrafts, 'keep' | 'putBack'>,
): ActionCommands {
  const next = `new:${meetingId}` as const;

  const commands = commandsOfKind('action', ActionIntent, (intent) => ({
    queueKey: intent.id,
    startsQueue: intent.act === 'add',
    boardCommand: {
      name: acts[intent.act][0],
      input: intent.act === 'change' ? { id: intent.id, ...intent.change } : intent,
      restores: intent.act === 'restore' ? { type: 'action', ...intent.action } : undefined,
    },
    undo: ({ input }, before) => inverseOf(intent, input, findAction(before, intent.id)),
    send: (key, signal) => send(intent, { key, signal }),
    onRefused(error, board, later = []) {
      keepText(intent, error, { board, later });
      const [, title] = acts[intent.act];
      const description = errorDescription(intent, error);
      toast.error({ title, description, id: `action-${intent.act}` });
    },
  }));
  const { create } = commands;

  function keepText(
    intent: ActionIntent,
    error: unknown,
    { board, later }: { board: Board | null; later: readonly unknown[] },
  ): void {
    // A tracked note's text was not typed here.
    if (intent.act === 'add' && !intent.note_id) {
      // Edited while pending: keep its latest text.
      const changes = later.map((each) => ActionIntent.safeParse(each).data);
      const latest = changes.reduce<typeof intent>(
        (now, each) => (each?.act === 'change' ? withDraft(now, each.change) : now),
        intent,
      );
      // The team's list accepts items after the meeting.
      const list = board && isMeetingOver(error) ? (`new:${board.meeting.team_id}` as const) : next;
      drafts.putBack(list, draftOf(latest));
    }
    if (intent.act !== 'change' || intent.version === undefined) return;
    const { reason } = intent.change;
    if (reason && !isGone(error)) {
      drafts.keep(`drop:${intent.id}`, { line: reason, isRefused: true });
    }
    const draft = refusedDraft(intent.change);
    if (draft === null) return;
    if (isGone(error)) drafts.putBack(next, { ...draft, isRefused: undefined });
    else drafts.keep(intent.id, draft);
  }

  /** `input` is that of the inverse board command. */
  function inverseOf(intent: ActionIntent, input: unknown, before: Action | undefined): Inverse {
    const { id } = intent;
    switch (intent.act) {
      case 'add':
      case 'restore':
        return {
          title: 'Action item added',
          undoneTitle: 'Action item removed',
          // A tracked note is elsewhere.
          isInView: !('note_id' in intent && intent.note_id),
          conflicts,
          command: () => create({ act: 'remove', id }),
        };
      case 'remove':
        return {
          title: 'Action item deleted',
          undoneTitle: 'Action item restored',
          slot: `deleted-${id}`,
          command: () => (before ? create({ act: 'restore', id, action: before }) : deletedSince),
        };
      case 'change':
        return {
          title: doneText(intent.change, before),
          undoneTitle: 'Action item changed back',
          slot: `changed-${id}`,
          conflicts,
          command: (now) => changingBack(intent, input, findAction(now, id)),
        };
    }
  }

  function changingBack(
    { id, change: { text, status } }: Extract<ActionIntent, { act: 'change' }>,
    input: unknown,
    present: Action | undefined,
  ): QueuedCommand | Conflict {
    if (present && text !== undefined && present.text !== text) return changedSince;
    const command = create(ActionIntent.parse({ act: 'change', id, change: input }));
    // A finished or dropped item is no longer shown in joining.
    const isSettled = status !== undefined && status !== 'open';
    return present || !isSettled ? command : { ...command, boardCommand: undefined };
  }

  return commands;

  async function send(intent: ActionIntent, attempt: Attempt): Promise<Confirmation> {
    switch (intent.act) {
      case 'add': {
        const { act: _, ...input } = intent;
        const list = `/api/v1/meetings/${meetingId}/actions`;
        return confirmationOf(await addAction(list, input, attempt));
      }
      case 'change':
        return confirmationOf(await sendChange(intent, attempt));
      case 'remove':
        await removeAction(intent.id, attempt).catch(ignoreGone);
        return { isConfirmed: (board) => !findAction(board, intent.id) };
      case 'restore':
        return confirmationOf(await restoreAction(intent.id, attempt));
    }
  }
}

function sendChange(
  { id, change, version }: Extract<ActionIntent, { act: 'change' }>,
  attempt: Attempt,
): Promise<Action> {
  // Status and owner are set unconditionally; a text must not overwrite a version that the user has not seen.
  const guarded = change.text === undefined ? undefined : version;
  return changeAction(id, change, {
    ...attempt,
    ...(guarded !== undefined && { version: guarded }),
  });
}

/** Null if the user has typed no text: an undo has no version. */
function typedText(intent: ActionIntent): string | null {
  const isTyped = intent.act === 'change' && intent.version !== undefined;
  return isTyped ? (intent.change.text ?? null) : null;
}

function errorDescription(intent: ActionIntent, error: unknown): string {
  if (isGone(error) && typedText(intent) !== null) return editedActionGoneText;
  const isKept = intent.act === 'add' ? !intent.note_id : typedText(intent) !== null;
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

/** The response has no board seq. It may be another item, made by somebody else from the same note. */
function confirmationOf({ id, version, status, meeting_id }: Action): Confirmation {
  return {
    isConfirmed: (board) => {
      const found = findAction(board, id);
      if (found) return found.version >= version;
      return status !== 'open' && meeting_id !== board.meeting.id;
    },
  };
}
