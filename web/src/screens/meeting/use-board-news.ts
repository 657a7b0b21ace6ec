import type { TouchedNote } from '@wentwell/contract/board-feature';
import { touchedNotes } from '@wentwell/contract/board-features';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { useEffect, useState } from 'react';

import type { BoardClient } from '#web/live/board-client';

import { isByOthers } from './board-news.ts';

type News = ReadonlyMap<NoteId, TouchedNote['news']>;

const noNews: News = new Map();
const highlightMs = 1600;
/** The notes that others have just changed, while their cards are highlighted. */
export function useTouchedNotes(client: BoardClient, me: UserId): News {
  const [news, setNews] = useState<News>(noNews);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = client.subscribeToEvents((events, before) => {
      const boards = { before, now: client.getSnapshot().board };
      const touched = events.flatMap((event) =>
        touchedNotes(event).filter(
          ({ news: kind }) => kind === 'revealed' || isByOthers(event, me, boards),
        ),
      );
      if (touched.length === 0) return;
      setNews(
        (current) =>
          new Map([...current, ...touched.map(({ id, news: kind }) => [id, kind] as const)]),
      );
      clearTimeout(timer);
      timer = setTimeout(() => setNews(noNews), highlightMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, me]);
  return news;
}
