// The user's own changes on this page, newest last, and how to undo each. Never contains others' changes.
import { isRejected } from '@wentwell/contract/board/context';
import type { Board } from '@wentwell/contract/board/snapshot';
import { boardErrorText } from '@wentwell/contract/errors';
import type { UserId } from '@wentwell/contract/ids';

import { serverClock } from '#web/api/server-time';
import { type BoardCommand, decide, inverseOf, type PendingCommand } from '#web/board/pending';
import type { ShownChange } from '#web/board/shown-change';
import { Subscribers } from '#web/subscribers';

import type { BoardClient } from './board-client.ts';
import type { ChangeTitles, QueuedCommand, Conflict, Inverse } from './queued-command.ts';

export interface Undoing {
  /** Resolves to whether the server acknowledged it. */
  outcome: Promise<boolean>;
  /** Null if it cannot be redone. */
  redo: Undo | null;
}

export type Undo = (now: Board) => Undoing | Conflict;

export interface OwnChange extends ChangeTitles {
  /** The shortcut undoes it only until anybody changes anything else on the board. */
  isFragile?: boolean;
  undo: Undo;
}

export interface UndoNotices {
  onDone(change: OwnChange, undo: () => void): void;
  /** `redo` acts on `undone`, the inverse change. */
  onUndone(change: OwnChange, undone: OwnChange, redo: (() => void) | null): void;
  onRefused(direction: Direction, change: OwnChange, reason: string): void;
  /** The server has refused the change, so nothing is left to undo. */
  onWithdrawn(change: OwnChange): void;
  onEmpty(direction: Direction): void;
  onCleared(): void;
}

type Direction = 'undo' | 'redo';

const maxChanges = 100;

export class UndoHistory {
  readonly #board: Pick<BoardClient, 'run' | 'getSnapshot'>;
  readonly #notices: UndoNotices;
  readonly #steps = new Subscribers();
  #changes: Record<Direction, readonly OwnChange[]> = { undo: [], redo: [] };

  constructor(board: Pick<BoardClient, 'run' | 'getSnapshot'>, notices: UndoNotices) {
    this.#board = board;
    this.#notices = notices;
  }

  /** Runs a command of the board's queue. It can be undone if it has an inverse. */
  readonly run = (command: QueuedCommand): Promise<boolean> => {
    const { board } = this.#board.getSnapshot();
    const inverse = board && this.#inverseOf(command, board);
    const undo = inverse && this.#undoBy([inverse], board);
    const outcome = this.#board.run(command);
    if (undo) {
      const { command: _, conflicts: __, sideEffect: ___, ...titles } = inverse;
      this.#recordSent({ ...titles, undo }, outcome);
    }
    return outcome;
  };

  /** Runs independent commands as one change. Returns its undo, which does nothing if no command has an inverse. */
  readonly runAll = (
    commands: readonly QueuedCommand[],
    titles: Pick<OwnChange, 'title' | 'undoneTitle'>,
  ): (() => void) => {
    const { board } = this.#board.getSnapshot();
    const inverses = board
      ? commands.flatMap((command) => this.#inverseOf(command, board) ?? [])
      : [];
    const outcome = isAnyTrue(commands.map((command) => this.#board.run(command)));
    const undo = board && this.#undoBy(inverses, board);
    if (!undo) return () => {};
    const change = { ...titles, undo };
    this.#recordSent(change, outcome);
    return () => this.#step('undo', change);
  };

  /** Records a change made outside the queue. */
  readonly record = (change: OwnChange): void => {
    const earlier = this.#changes.undo.filter((each) => !isFragile(each));
    this.#set({ undo: [...earlier, change].slice(-maxChanges), redo: [] });
    if (!change.isQuiet) this.#notices.onDone(change, () => this.#step('undo', change));
  };

  readonly recordDiscarded = (restore: () => void): void =>
    this.record({
      title: 'Draft discarded',
      undoneTitle: 'Draft restored',
      undo: () => {
        restore();
        return { outcome: Promise.resolve(true), redo: null };
      },
    });

  readonly undo = (): void => this.#stepLast('undo');
  readonly redo = (): void => this.#stepLast('redo');

  /** The change that `undo` or `redo` would act on. */
  last(direction: Direction): OwnChange | null {
    return this.#changes[direction].at(-1) ?? null;
  }

  readonly subscribe = this.#steps.subscribe;

  onChanges(changes: readonly ShownChange[], me: UserId): void {
    if (!changes.some(({ userId }) => userId !== null && userId !== me)) return;
    const { undo, redo } = this.#changes;
    if ([...undo, ...redo].some(isFragile)) this.#remove(isFragile);
  }

  clear(): void {
    this.#set({ undo: [], redo: [] });
    this.#notices.onCleared();
  }

  #recordSent(change: OwnChange, outcome: Promise<boolean>): void {
    this.record(change);
    this.#withdrawIfRefused(change, outcome);
  }

  #stepLast(direction: Direction): void {
    const change = this.last(direction);
    if (change) this.#step(direction, change);
    else this.#notices.onEmpty(direction);
  }

  /** A notice may outlive its change's place in the history, so the change may be missing there. */
  #step(direction: Direction, change: OwnChange): void {
    const { board } = this.#board.getSnapshot();
    if (!board) return;
    const result = change.undo(board);
    this.#remove((each) => each === change);
    if ('conflict' in result) {
      this.#notices.onRefused(direction, change, result.conflict);
      return;
    }
    const { redo } = result;
    // It may happen elsewhere on the board.
    const inverse = { ...change, isInView: false, undo: redo ?? change.undo };
    const back = direction === 'undo' ? 'redo' : 'undo';
    if (redo) this.#set({ ...this.#changes, [back]: [...this.#changes[back], inverse] });
    if (direction === 'undo') {
      this.#notices.onUndone(change, inverse, redo && (() => this.#step('redo', inverse)));
    } else {
      this.#notices.onDone(inverse, () => this.#step('undo', inverse));
    }
    this.#withdrawIfRefused(inverse, result.outcome);
  }

  #inverseOf({ boardCommand, undo }: QueuedCommand, before: Board): Inverse | null {
    const { snapshot } = this.#board.getSnapshot();
    if (!boardCommand || !undo || !snapshot) return null;
    const inverse = inverseOf(snapshot, pending(boardCommand));
    return inverse && undo(inverse, before);
  }

  /** A conflict if the board would refuse the inverse. */
  #commandOf({ command: create, conflicts = {} }: Inverse, now: Board): QueuedCommand | Conflict {
    const command = create(now);
    const { snapshot } = this.#board.getSnapshot();
    if ('conflict' in command || !command.boardCommand || !snapshot) return command;
    const decision = decide(snapshot, pending(command.boardCommand));
    if (!isRejected(decision)) return command;
    return { conflict: conflicts[decision.error] ?? boardErrorText(decision.error) };
  }

  /** `before` is the board without the change. Null if there is nothing to undo. */
  #undoBy(inverses: readonly Inverse[], before: Board): Undo | null {
    if (inverses.length === 0) return null;
    const sides = inverses.flatMap(
      ({ sideEffect }) => (sideEffect && this.#inverseOf(sideEffect, before)) ?? [],
    );
    return (now) => {
      const results = inverses.map((inverse) => this.#commandOf(inverse, now));
      const commands = results.filter(isCommand);
      const conflict = results.find((result) => 'conflict' in result);
      if (commands.length === 0 && conflict) return conflict;
      const redoing = commands.flatMap((command) => this.#inverseOf(command, now) ?? []);
      const redo = this.#undoBy(redoing, now);
      const sideResults = conflict ? [] : sides.map((side) => this.#commandOf(side, now));
      const outcome = isAnyTrue(commands.map((command) => this.#board.run(command)));
      for (const side of sideResults.filter(isCommand)) void this.#board.run(side);
      return { outcome, redo };
    };
  }

  #withdrawIfRefused(change: OwnChange, outcome: Promise<boolean>): void {
    void outcome.then((isAcknowledged) => {
      if (isAcknowledged) return;
      this.#remove((each) => each === change);
      this.#notices.onWithdrawn(change);
    });
  }

  #remove(isRemoved: (change: OwnChange) => boolean | undefined): void {
    const { undo, redo } = this.#changes;
    const rest = (changes: readonly OwnChange[]) => changes.filter((each) => !isRemoved(each));
    this.#set({ undo: rest(undo), redo: rest(redo) });
  }

  #set(changes: Record<Direction, readonly OwnChange[]>): void {
    this.#changes = changes;
    this.#steps.call();
  }
}

const isFragile = (change: OwnChange) => change.isFragile;
const isCommand = (result: QueuedCommand | Conflict): result is QueuedCommand =>
  !('conflict' in result);

function pending(boardCommand: BoardCommand): PendingCommand {
  return { boardCommand, madeAt: serverClock.now() };
}

async function isAnyTrue(outcomes: readonly Promise<boolean>[]): Promise<boolean> {
  return (await Promise.all(outcomes)).includes(true);
}
