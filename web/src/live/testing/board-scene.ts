import { BoardClient } from '../board-client.ts';
import { ada, FakeBoardServer } from './fake-board-server.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeCommands, memoryStore } from './fake-commands.ts';
import { FakePage } from './fake-page.ts';
import { type FakeSocket, socketPairs } from './socket-pair.ts';

/** Ada's client of one board, with a fake for each of its dependencies. */
export function boardScene(store = memoryStore()) {
  const clock = new FakeClock();
  const page = new FakePage();
  const server = new FakeBoardServer();
  const { sockets, openSocket } = socketPairs();
  const me = { userId: ada, userName: 'Ada' };
  const commands = new FakeCommands();
  const client = new BoardClient({
    api: server,
    clock,
    page,
    openSocket,
    random: () => 0,
    me,
    store,
    deserialize: commands.deserialize,
  });
  const last = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket yet');
    return socket;
  };
  const open = async (): Promise<FakeSocket> => {
    client.start();
    await clock.advance(0);
    last().accept();
    server.calls.length = 0;
    return last();
  };
  const contents = (): string[] =>
    client.getSnapshot().board?.notes.map((note) => note.content) ?? [];
  return { clock, page, server, sockets, client, commands, store, last, open, contents };
}
