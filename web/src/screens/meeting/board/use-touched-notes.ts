import type { NoteId, UserId } from '@wentwell/contract/ids';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { isByOthers } from '#web/board/by-others';
import { newsMs, type TouchedNote, touchedNotes } from '#web/board/shown-change';
import { useBoardClient } from '#web/live/use-board';

export type TouchedNews = ReadonlyMap<NoteId, TouchedNote['news']>;

const noTouchedNotes: TouchedNews = new Map();
/** In one frame, because a card without its news is laid out again. */
const forgottenAtOnce = 40;
const frameMs = 16;

/** Notes that others have just changed, while they are highlighted. */
export function useTouchedNotes(me: UserId): TouchedNews {
  const client = useBoardClient();
  const [news, setNews] = useState<TouchedNews>(noTouchedNotes);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = noTouchedNotes;
    function forget(): void {
      current = new Map([...current].slice(forgottenAtOnce));
      setNews(current);
      if (current.size > 0) timer = setTimeout(forget, frameMs);
    }
    const stop = client.subscribeToChanges((changes, before) => {
      const boards = { before, now: client.getSnapshot().board };
      const touched = changes.flatMap((change) =>
        touchedNotes(change).filter(
          ({ news: kind }) => kind === 'revealed' || isByOthers(change, me, boards),
        ),
      );
      if (touched.length === 0) return;
      // Synchronously, so that no text is visible before its card turns.
      current = new Map([...current, ...touched.map(({ id, news: kind }) => [id, kind] as const)]);
      flushSync(() => setNews(current));
      clearTimeout(timer);
      timer = setTimeout(forget, newsMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, me]);
  return news;
}
