import type { UserId } from '@wentwell/contract/ids';
import { type ReactNode, useEffect, useState } from 'react';

import { isByOthers } from '#web/board/by-others';
import { summarise } from '#web/board/change-words';
import type { ShownChange } from '#web/board/shown-change';
import type { BoardClient } from '#web/live/board-client';
import type { PersonOf } from '#web/ui/identity/person-of';
import { useStableCallback } from '#web/ui/use-stable-callback';

const announceEveryMs = 2000;

interface Announced {
  client: BoardClient;
  me: UserId;
  personOf: PersonOf;
}

/** Announces the changes of others to screen readers. */
export function Announcer(props: Announced): ReactNode {
  const text = useAnnouncement(props);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}

/** The changes of others in a sentence, at most one every two seconds. */
function useAnnouncement({ client, me, ...props }: Announced): string {
  const personOf = useStableCallback(props.personOf);
  const [text, setText] = useState('');
  useEffect(() => {
    let pending: ShownChange[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    function announce(): void {
      timer = undefined;
      const sentence = summarise(pending, personOf);
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
  }, [client, me, personOf]);
  return text;
}
