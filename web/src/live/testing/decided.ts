import type { Board } from '@wentwell/contract/board/snapshot';

import { createPresenter } from '#web/board/board-snapshot';
import { inverseOf, withPending } from '#web/board/pending';

import type { QueuedCommand, Inverse } from '../queued-command.ts';
import { snapshotOf } from './fake-board-server.ts';

function pending({ boardCommand }: QueuedCommand) {
  if (!boardCommand) throw new Error('no board command');
  return { boardCommand, madeAt: Date.parse('2026-03-02T09:00:00.000Z') };
}

/** The board with the effect of the command, if the board allows it. */
export function withCommand(board: Board, command: QueuedCommand): Board {
  return createPresenter()(withPending(snapshotOf(board), [pending(command)]));
}

/** How the command is taken back. Null where the board would not change. */
export function inverseOn(board: Board, command: QueuedCommand): Inverse | null {
  const back = inverseOf(snapshotOf(board), pending(command));
  return back && (command.undo?.(back, board) ?? null);
}
