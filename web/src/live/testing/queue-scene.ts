import type { Board } from '@wentwell/contract/board';

import { CommandQueue } from '../command-queue.ts';
import { makeBoard, makeNote } from './fake-board-server.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeCommands, memoryStore } from './fake-commands.ts';
import { FakePage } from './fake-page.ts';

/** A queue over a board that the test changes. */
export function queueScene(store = memoryStore()) {
  const clock = new FakeClock();
  const page = new FakePage();
  const commands = new FakeCommands();
  const stored: { board: Board } = { board: makeBoard({ notes: [makeNote(1)] }) };
  const seen = (): Board => queue.applyPending(stored.board);
  const queue: CommandQueue = new CommandQueue(
    { clock, page, store, deserialize: commands.deserialize },
    {
      onChange: () => {},
      onAcknowledged: () => queue.completeConfirmed(stored.board),
      visibleBoard: seen,
    },
  );
  const texts = (): string[] => seen().notes.map((note) => note.content);
  queue.start();
  return { clock, page, commands, stored, queue, texts, store };
}
