import type { UserId } from '@wentwell/contract/ids';
import type { EventFrame } from '@wentwell/contract/live';
import { type ReactNode, useEffect, useState } from 'react';

import type { BoardClient } from '#web/live/board-client';

import { isByOthers } from './board-news.ts';
import { columnsOf, summarise } from './board-words.ts';

const announceEveryMs = 2000;

/** Announces the changes of others to screen readers. */
export function Announcer({ client, me }: { client: BoardClient; me: UserId }): ReactNode {
  const text = useAnnouncement(client, me);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}

/** The changes of others in a sentence, at most one every two seconds. */
function useAnnouncement(client: BoardClient, me: UserId): string {
  const [text, setText] = useState('');
  useEffect(() => {
    let pending: EventFrame[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    function announce(): void {
      timer = undefined;
      const sentence = summarise(pending, columnsOf(client));
      pending = [];
      if (sentence === '') return;
      setText(sentence);
      timer = setTimeout(announce, announceEveryMs);
    }
    const stop = client.subscribeToEvents((events, before) => {
      const boards = { before, now: client.getSnapshot().board };
      pending.push(...events.filter((event) => isByOthers(event, me, boards)));
      if (timer === undefined) announce();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, me]);
  return text;
}
