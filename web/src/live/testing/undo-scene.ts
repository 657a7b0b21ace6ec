import type { Board } from '@wentwell/contract/board';

import type { Command } from '../command.ts';
import { UndoHistory } from '../undo-history.ts';
import { withCommand } from './decided.ts';
import { snapshotOf } from './fake-board-server.ts';

type Client = ConstructorParameters<typeof UndoHistory>[0];

/** A board that decides the user's commands at once, and what the user is told of them. */
export function undoScene(board: Board) {
  const told: string[] = [];
  const ran: Command[] = [];
  const scene = { board, told, ran };
  const client: Client = {
    getSnapshot: () =>
      ({ board: scene.board, snapshot: snapshotOf(scene.board) }) as ReturnType<
        Client['getSnapshot']
      >,
    run: (command) => {
      ran.push(command);
      scene.board = withCommand(scene.board, command);
      return Promise.resolve(true);
    },
  };
  const history = new UndoHistory(client, {
    onDone: ({ title }) => told.push(title),
    onUndone: ({ undoneTitle }) => told.push(undoneTitle),
    onRefused: (_direction, _change, reason) => told.push(reason),
    onWithdrawn: ({ title }) => told.push(`withdrawn ${title}`),
    onNothingLeft: (direction) => told.push(`nothing to ${direction}`),
    onCleared: () => told.push('cleared'),
  });
  return Object.assign(scene, { history });
}
