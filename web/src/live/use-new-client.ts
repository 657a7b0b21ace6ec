import type { MeetingId, UserId } from '@wentwell/contract/ids';
import { useEffect, useState } from 'react';

import { authorKey, setAnonymity, setWriter } from '#web/api/author-key';

import { boardApi } from './board-api.ts';
import { BoardClient } from './board-client.ts';
import { browserPage } from './browser-state.ts';
import { browserClock } from './clock.ts';
import { commandStore } from './command-store.ts';
import type { DeserializeCommand } from './command.ts';
import { socketsWithKey } from './live-socket.ts';

/** The meeting must not change: set a `key` on the component. `deserialize` restores unsent commands. */
export function useNewClient(
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
        openSocket: socketsWithKey(authorKey(meetingId, me.userId)),
        random: Math.random,
        me,
        store: commandStore(me.userId, meetingId),
        deserialize,
      }),
  );
  const { userId } = me;
  useEffect(() => {
    setWriter(meetingId, userId);
    const unsubscribe = client.subscribe(() => {
      const { board } = client.getSnapshot();
      if (board) setAnonymity(meetingId, userId, board.meeting.settings.anonymous);
    });
    const stop = client.start();
    return () => {
      stop();
      unsubscribe();
    };
  }, [client, meetingId, userId]);
  return client;
}
