import type { UserId } from '@wentwell/contract/ids';
import { type ReactNode, useEffect, useState } from 'react';

import { isByOthers } from '#web/board/by-others';
import { summarise } from '#web/board/change-words';
import type { ShownChange } from '#web/board/shown-change';
import type { BoardClient } from '#web/live/board-client';

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
    let pending: ShownChange[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    function announce(): void {
      timer = undefined;
      const sentence = summarise(pending);
      pending = [];
      if (sentence === '') return;
      setText(sentence);
      timer = setTimeout(announce, announceEveryMs);
    }
    const stop = client.subscribeToChanges((changes, before) => {
      const boards = { before, now: client.getSnapshot().board };
      pending.push(...changes.filter((change) => isByOthers(change, me, boards)));
      if (timer === undefined) announce();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, me]);
  return text;
}
