import { vi } from 'vitest';

import { type ConnectionState, LiveConnection } from '../live-connection.ts';
import { FakeClock } from './fake-clock.ts';
import { FakePage } from './fake-page.ts';
import { type FakeSocket, socketPairs } from './socket-pair.ts';

/** A connection, with everything around it in a test's hands. */
export function connect() {
  const clock = new FakeClock();
  const page = new FakePage();
  const { sockets, openSocket } = socketPairs();
  const states: ConnectionState[] = [];
  const over = vi.fn<() => void>();
  const frames: (string | number)[] = [];
  const door: { address: string | number | Promise<never> } = { address: 'ws://board.test/ws' };
  const connection = new LiveConnection(
    {
      clock,
      page,
      openSocket: (url, listener) => openSocket(url, listener),
      random: () => 0.5,
      address: async () => door.address,
      me: { userId: 'ada', userName: 'Ada Lovelace' },
    },
    {
      changed: (state) => states.push(state),
      frame: (frame) => frames.push(frame.type),
      unread: (seq) => frames.push(seq),
      over,
    },
  );
  const last = (): FakeSocket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket yet');
    return socket;
  };
  const open = async (): Promise<FakeSocket> => {
    connection.start();
    await clock.advance(0);
    last().accept();
    return last();
  };
  return { clock, page, sockets, states, over, frames, door, connection, last, open };
}
