import { vi } from 'vitest';

import type { ConnectionState } from '../live-connection.ts';
import { LiveConnection } from '../live-connection.ts';
import { FakeClock } from './fake-clock.ts';
import { FakePage } from './fake-page.ts';
import { type FakeSocket, socketPairs } from './socket-pair.ts';

/** A connection with a fake for each of its dependencies. */
export function connect() {
  const clock = new FakeClock();
  const page = new FakePage();
  const { sockets, openSocket } = socketPairs();
  const states: ConnectionState[] = [];
  const onNotLive = vi.fn<() => void>();
  const frames: (string | number)[] = [];
  const route: { address: string | number | Promise<never> } = { address: 'ws://board.test/ws' };
  const connection = new LiveConnection(
    {
      clock,
      page,
      openSocket: (url, callbacks) => openSocket(url, callbacks),
      random: () => 0.5,
      requestAddress: async () => route.address,
      me: { userId: 'ada', userName: 'Ada Lovelace' },
    },
    {
      onStateChange: (state) => states.push(state),
      onFrame: (frame) => frames.push(frame.type),
      onUnreadableChange: (seq) => frames.push(seq),
      onNotLive,
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
  return { clock, page, sockets, states, onNotLive, frames, route, connection, last, open };
}
