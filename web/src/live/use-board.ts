import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { boardApi } from './board-api.ts';
import { BoardClient, type BoardView } from './board-client.ts';
import { browserPage } from './browser-state.ts';
import { browserClock } from './clock.ts';
import type { DeserializeCommand } from './command-queue.ts';
import { commandStore } from './command-store.ts';
import { openBrowserSocket } from './live-socket.ts';

/**
 * The board of a meeting, kept up to date while the component lives. One component, one meeting: give it a `key`.
 * `deserialize` makes the changes again that an earlier page could not send.
 */
export function useBoardClient(
  meetingId: MeetingId,
  me: { userId: UserId; userName: string },
  deserialize: DeserializeCommand,
): BoardClient {
  const [client] = useState(
    () =>
      new BoardClient({
        api: boardApi(meetingId),
        clock: browserClock,
        page: browserPage,
        openSocket: openBrowserSocket,
        random: Math.random,
        me,
        store: commandStore(me.userId, meetingId),
        deserialize,
      }),
  );
  useEffect(() => client.start(), [client]);
  return client;
}

/** One part of what the board shows now. `select` gives something that the view holds, or a plain value. */
export function useBoard<Part>(client: BoardClient, select: (view: BoardView) => Part): Part {
  return useSyncExternalStore(client.subscribe, () => select(client.read()));
}
