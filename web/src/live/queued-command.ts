// How a feature defines a change of a board; the command queue does the rest.
import type { Command } from '@wentwell/contract/board/command';
import type { Board } from '@wentwell/contract/board/snapshot';
import type { ErrorCode } from '@wentwell/contract/errors';
import type { MeetingId } from '@wentwell/contract/ids';
import { EventsPage } from '@wentwell/contract/live/live';
import type { ZodType } from 'zod';

import { attemptOptions } from '#web/api/attempt';
import { ApiError, request, requestChange, type RequestOptions } from '#web/api/request';
import type { BoardCommand } from '#web/board/pending';

/** The seq of the board that includes the change, or a test whether a board includes it. */
export type Confirmation = { seq: number } | { isConfirmed: (board: Board) => boolean };

/** Why a change can no longer be undone, as a sentence for the user. */
export interface Conflict {
  conflict: string;
}

/** A change in the notices about it. */
export interface ChangeTitles {
  /** The change in words, such as 'Note moved'. */
  title: string;
  /** The notice after the undo, such as 'Move undone'. */
  undoneTitle: string;
  /** A later notice with the same slot replaces the earlier one. */
  slot?: string;
  /** No notice: the control itself shows the change and undoes it. */
  isQuiet?: boolean;
  /** A notice for screen readers only: the page shows the change where it was made. */
  isInView?: boolean;
}

/** How a command is undone: by another command. */
export interface Inverse extends ChangeTitles {
  /** Returns a conflict if somebody else has changed the same thing since. */
  command(now: Board): QueuedCommand | Conflict;
  /** Replaces the error's text if the board would refuse the command. */
  conflicts?: { [Code in ErrorCode]?: string };
  /** A further effect of the change, as a command. Undone too, unless somebody else has changed that since. */
  sideEffect?: QueuedCommand | null;
}

export interface QueuedCommand {
  kind: string;
  /** Plain data, from which the feature recreates the command after a reload. */
  input: unknown;
  /** Commands with the same key are sent one after another. */
  queueKey: string;
  /** Further queue keys: the command is sent after earlier commands with any of them. */
  alsoQueues?: readonly string[];
  /** The id of the element that shows the change, if it differs from the queue's key. */
  shownOn?: string | undefined;
  /** Creates the object that later commands of its queue change. If it is refused, so are they. */
  startsQueue?: boolean;
  /** The board command, decided again whenever the board's records change. */
  boardCommand?: BoardCommand | undefined;
  /** `back` is the inverse board command. `before` is the board without the change. Absent if it cannot be undone. */
  undo?: (back: Command, before: Board) => Inverse;
  /** Every attempt carries the same idempotency key, so that the server applies the change once. */
  send(key: string, signal: AbortSignal): Promise<Confirmation>;
  /** Informs the user and keeps their text. `later` are inputs of commands refused with this one. */
  onRefused(error: unknown, board: Board | null, later?: readonly unknown[]): void;
}

/** Recreates a stored command; null if this version does not know its kind. */
export type DeserializeCommand = (kind: string, input: unknown) => QueuedCommand | null;

/** A feature's commands. An intent is plain data. */
export interface Commands<Intent> {
  create(intent: Intent): QueuedCommand;
  deserialize: DeserializeCommand;
}

/** Commands of one kind, whose input is the intent. */
export function commandsOfKind<Intent>(
  kind: string,
  schema: ZodType<Intent>,
  commandOf: (intent: Intent) => Omit<QueuedCommand, 'kind' | 'input'>,
): Commands<Intent> {
  const create = (intent: Intent): QueuedCommand => ({ ...commandOf(intent), kind, input: intent });
  return {
    create,
    deserialize(storedKind, input) {
      const intent = storedKind === kind ? schema.safeParse(input).data : undefined;
      return intent === undefined ? null : create(intent);
    },
  };
}

/**
 * Sends a command by one HTTP call, whose response has the seq of the change. With `removesOn`, "already removed" from that
 * board is a success. A 404 may also mean that the user has lost access.
 */
export function sendBy(call: RequestOptions, removesOn?: MeetingId) {
  return async (key: string, signal: AbortSignal, version?: number): Promise<{ seq: number }> => {
    try {
      return await requestChange({ ...call, ...attemptOptions({ key, signal, version }) });
    } catch (error) {
      if (!removesOn || call.method !== 'DELETE' || !isGone(error)) throw error;
      const path = `/api/v1/meetings/${removesOn}/events`;
      // No change follows the highest number, so the response is short.
      const query = { since: Number.MAX_SAFE_INTEGER };
      return request({ path, query, schema: EventsPage.pick({ seq: true }), signal });
    }
  };
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
