// What a feature defines of a change that its users make on a board; the command queue does the rest.
import type { Board } from '@wentwell/contract/board';

/** Must be pure: it is applied again whenever the board changes. */
export type BoardUpdate = (board: Board) => Board;

export interface Confirmation {
  /** Whether the board includes the change. */
  isConfirmed: (board: Board) => boolean;
  /** Replaces the command's own update until the board includes the change. */
  optimisticUpdate?: BoardUpdate;
}

export interface Command {
  kind: string;
  /** Plain data, from which the feature recreates the command after a reload. */
  input: unknown;
  /** Commands with the same key are sent one after another. */
  queueKey: string;
  /** Creates what the later commands of its queue change. If it is refused, so are they. */
  startsQueue: boolean;
  /**
   * Whether an identical command that is not acknowledged yet stands for this one as well: a second click on the same
   * button. False where each click counts.
   */
  mergesDuplicates: boolean;
  optimisticUpdate: BoardUpdate;
  /** Every attempt carries the same idempotency key, so that the server applies the change once. */
  send(key: string, signal: AbortSignal): Promise<Confirmation>;
  /** Reports the refusal to the user and saves their text. `board` still includes the change. */
  onRefused(error: unknown, board: Board | null): void;
}

/** Recreates a stored command, or returns null where this version does not know its kind. */
export type DeserializeCommand = (kind: string, input: unknown) => Command | null;
