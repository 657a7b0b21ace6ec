import type { Board } from '@wentwell/contract/board/snapshot';

import type { QueuedCommand } from '../queued-command.ts';
import { UndoHistory } from '../undo-history.ts';
import { withCommand } from './decided.ts';
import { snapshotOf } from './fake-board-server.ts';

type Client = ConstructorParameters<typeof UndoHistory>[0];

/** A board that decides the user's commands at once, and what the user is told of them. */
export function undoScene(board: Board) {
  const told: string[] = [];
  const ran: QueuedCommand[] = [];
  /** The notices' ways back, by the title of the change. */
  const offers = new Map<string, () => void>();
  const scene = { board, told, ran, offers, isRefusing: false };
  const client: Client = {
    getSnapshot: () =>
      ({ board: scene.board, snapshot: snapshotOf(scene.board) }) as ReturnType<
        Client['getSnapshot']
      >,
    run: (command) => {
      ran.push(command);
      if (scene.isRefusing) return Promise.resolve(false);
      scene.board = withCommand(scene.board, command);
      return Promise.resolve(true);
    },
  };
  const history = new UndoHistory(client, {
    onDone: ({ title }, undo) => {
      told.push(title);
      offers.set(title, undo);
    },
    onUndone: ({ undoneTitle }, _back, redo) =>
      told.push(`${undoneTitle}${redo ? '' : ' (final)'}`),
    onRefused: (_direction, _change, reason) => told.push(reason),
    onWithdrawn: ({ title }) => told.push(`withdrawn ${title}`),
    onEmpty: (direction) => told.push(`nothing to ${direction}`),
    onCleared: () => told.push('cleared'),
  });
  return Object.assign(scene, { history });
}
