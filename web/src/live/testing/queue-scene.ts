import type { Board } from '@wentwell/contract/board/snapshot';

import { createPresenter } from '#web/board/board-snapshot';

import { CommandQueue } from '../command-queue.ts';
import { makeBoard, makeNote, snapshotOf } from './fake-board-server.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeCommands, memoryStore } from './fake-commands.ts';
import { FakePage } from './fake-page.ts';

/** A queue over a board that the test changes. */
export function queueScene(store = memoryStore()) {
  const clock = new FakeClock();
  const page = new FakePage();
  const commands = new FakeCommands();
  const stored = {
    board: makeBoard({ notes: [makeNote(1)] }),
    get seq() {
      return this.board.seq;
    },
  };
  const shown = (): Board => createPresenter()(queue.decidePending(snapshotOf(stored.board)));
  const queue: CommandQueue = new CommandQueue(
    { clock, page, store, deserialize: commands.deserialize },
    {
      onChange: () => {},
      onAcknowledged: () => queue.completeConfirmed(stored),
      visibleBoard: shown,
    },
  );
  const texts = (): string[] => shown().notes.map((note) => note.content);
  queue.start();
  return { clock, page, commands, stored, queue, texts, store };
}
