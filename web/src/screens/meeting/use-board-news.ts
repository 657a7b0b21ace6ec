import type { NoteId, UserId } from '@wentwell/contract/ids';
import { boardLimits } from '@wentwell/contract/limits';
import type { EventFrame } from '@wentwell/contract/live';
import { useEffect, useState } from 'react';

import type { BoardClient } from '#web/live/board-client';

import { type Activity, describeEvent, summarise, touchedNotes } from './board-news.ts';

type News = ReadonlyMap<NoteId, 'changed' | 'revealed'>;

const noNews: News = new Map();
const glowTime = 1600;
const announceEvery = 2000;

/** The last things that happened: at most five, each for ten seconds. */
export function useRecentActivity(client: BoardClient): readonly Activity[] {
  const [entries, setEntries] = useState<readonly Activity[]>([]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const stop = client.subscribeToEvents((events) => {
      const fresh = events.map(describeEvent).filter((entry) => entry !== null);
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

/** The notes that others have just touched, for as long as they glow. */
export function useTouchedNotes(client: BoardClient, me: UserId): News {
  const [news, setNews] = useState<News>(noNews);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = client.subscribeToEvents((events) => {
      const touched = events
        .filter((event) => event.userId !== me || event.type === 'notes_revealed')
        .flatMap(touchedNotes);
      if (touched.length === 0) return;
      setNews(
        (current) =>
          new Map([...current, ...touched.map(({ id, news: kind }) => [id, kind] as const)]),
      );
      clearTimeout(timer);
      timer = setTimeout(() => setNews(noNews), glowTime);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, me]);
  return news;
}

/** What others did, in a sentence, at most once in two seconds. */
export function useAnnouncement(client: BoardClient, me: UserId): string {
  const [text, setText] = useState('');
  useEffect(() => {
    let unsaid: EventFrame[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    function say(): void {
      timer = undefined;
      const sentence = summarise(unsaid);
      unsaid = [];
      if (sentence === '') return;
      setText(sentence);
      timer = setTimeout(say, announceEvery);
    }
    const stop = client.subscribeToEvents((events) => {
      unsaid.push(...events.filter((event) => event.userId !== me));
      if (timer === undefined) say();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, me]);
  return text;
}
