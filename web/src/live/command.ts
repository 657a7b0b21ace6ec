// A feature's definition of a change that its users make on a board; the command queue does the rest.
import type { Board } from '@wentwell/contract/board';
import type { Command as BoardCommand } from '@wentwell/contract/board/command';
import type { BoardRecord } from '@wentwell/contract/board/record';
import type { ErrorCode } from '@wentwell/contract/errors';
import type { ZodType } from 'zod';

/** The seq of the board that includes the change, or whether a board includes it. */
export type Confirmation = { seq: number } | { isConfirmed: (board: Board) => boolean };

/** Why a change cannot be taken back any more, as a sentence for the user. */
export interface Conflict {
  conflict: string;
}

/** How the user takes a command back: by another command. */
export interface Inverse {
  /** The change in words, for example 'Note moved'. */
  title: string;
  /** The notice once it is taken back, for example 'Move undone'. */
  undoneTitle: string;
  /** Changes with the same slot share one notice: the later replaces the earlier. */
  slot?: string;
  /** No notice says what has been done: the control itself shows it and takes it back. */
  isQuiet?: boolean;
  /** A conflict where somebody else has changed the same thing since. */
  command(now: Board): Command | Conflict;
  /** Said in the place of the error's own text where the board would refuse the command. */
  conflicts?: { [Code in ErrorCode]?: string };
  /** Another command that the change amounted to as well, taken back too unless somebody else has changed that since. */
  also?: Command | null;
}

export interface Command {
  kind: string;
  /** Plain data, from which the feature recreates the command after a reload. */
  input: unknown;
  /** Commands with the same key are sent one after another. */
  queueKey: string;
  /** The keys of further queues that the command stands in: it is sent after what came before it in each of them. */
  alsoQueues?: readonly string[];
  /** The id of what shows the change, where that is not the queue's key. */
  shownOn?: string | undefined;
  /** Creates what the later commands of its queue change. If it is refused, so are they. */
  startsQueue?: boolean;
  /** The command that the board decides. Decided again on the board's records whenever they change. */
  boardCommand?: BoardCommand | undefined;
  /** A record that the board command brings back, as it was when it was removed. */
  restores?: BoardRecord | undefined;
  /** `back` is the board command that takes it back. `before` lacks the change. Absent if it cannot be undone. */
  undo?: (back: BoardCommand, before: Board) => Inverse;
  /** Every attempt carries the same idempotency key, so that the server applies the change once. */
  send(key: string, signal: AbortSignal): Promise<Confirmation>;
  /** Tells the user and saves their text. `later` are the inputs of commands that are refused with it. */
  onRefused(error: unknown, board: Board | null, later?: readonly unknown[]): void;
}

/** Recreates a stored command, or returns null where this version does not know its kind. */
export type DeserializeCommand = (kind: string, input: unknown) => Command | null;

/** The commands of a feature. An intent is plain data that says what the user wants. */
export interface Commands<Intent> {
  create(intent: Intent): Command;
  deserialize: DeserializeCommand;
}

/** For a feature whose commands are all of one kind, with their intents as input. */
export function commandsOfKind<Intent>(
  kind: string,
  schema: ZodType<Intent>,
  create: (intent: Intent) => Command,
): Commands<Intent> {
  return {
    create,
    deserialize(storedKind, input) {
      const intent = storedKind === kind ? schema.safeParse(input).data : undefined;
      return intent === undefined ? null : create(intent);
    },
  };
}
