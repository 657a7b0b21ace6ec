import type { TouchedNote } from '@wentwell/contract/board-feature';
import { touchedNotes } from '@wentwell/contract/board-features';
import type { Column } from '@wentwell/contract/columns';
import type { NoteId, UserId } from '@wentwell/contract/ids';
import { boardLimits } from '@wentwell/contract/limits';
import type { EventFrame } from '@wentwell/contract/live';
import { useEffect, useState } from 'react';

import type { BoardClient } from '#web/live/board-client';

import { type Activity, describeEvent, isByOthers, summarise } from './board-news.ts';

type News = ReadonlyMap<NoteId, TouchedNote['news']>;

const noNews: News = new Map();
const highlightMs = 1600;
const announceEveryMs = 2000;

function columnsOf(client: BoardClient): readonly Column[] {
  return client.getSnapshot().board?.meeting.columns ?? [];
}

/** The latest entries, each for `boardLimits.activityMaxAge`. */
export function useRecentActivity(client: BoardClient): readonly Activity[] {
  const [entries, setEntries] = useState<readonly Activity[]>([]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = client.subscribeToEvents((events) => {
      const columns = columnsOf(client);
      const fresh = events
        .map((event) => describeEvent(event, columns))
        .filter((entry) => entry !== null);
      const kept = fresh.slice(-boardLimits.activityEntries).toReversed();
      if (kept.length === 0) return;
      setEntries((current) => [...kept, ...current].slice(0, boardLimits.activityEntries));
      const seqs = new Set(kept.map((entry) => entry.seq));
      const timer = setTimeout(() => {
        timers.delete(timer);
        setEntries((current) => current.filter((entry) => !seqs.has(entry.seq)));
      }, boardLimits.activityMaxAge);
      timers.add(timer);
    });
    return () => {
      stop();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [client]);
  return entries;
}

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

/** The changes of others in a sentence, at most one every two seconds. */
export function useAnnouncement(client: BoardClient, me: UserId): string {
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
