import type { NoteId, UserId } from '@wentwell/contract/ids';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { isByOthers } from '#web/board/by-others';
import { newsMs, type TouchedNote, touchedNotes } from '#web/board/shown-change';
import { useBoardClient } from '#web/live/use-board';

export type TouchedNews = ReadonlyMap<NoteId, TouchedNote['news']>;

const noTouchedNotes: TouchedNews = new Map();

/** Notes that others have just changed, while they are highlighted. */
export function useTouchedNotes(me: UserId): TouchedNews {
  const client = useBoardClient();
  const [news, setNews] = useState<TouchedNews>(noTouchedNotes);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = client.subscribeToChanges((changes, before) => {
      const boards = { before, now: client.getSnapshot().board };
      const touched = changes.flatMap((change) =>
        touchedNotes(change).filter(
          ({ news: kind }) => kind === 'revealed' || isByOthers(change, me, boards),
        ),
      );
      if (touched.length === 0) return;
      // Synchronously, so that no text is visible before its card turns.
      flushSync(() =>
        setNews(
          (current) =>
            new Map([...current, ...touched.map(({ id, news: kind }) => [id, kind] as const)]),
        ),
      );
      clearTimeout(timer);
      timer = setTimeout(() => setNews(noTouchedNotes), newsMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, me]);
  return news;
}
