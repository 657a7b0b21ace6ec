import { boardLimits } from '@wentwell/contract/limits';
import { type Dispatch, type SetStateAction, useEffect } from 'react';
import { z } from 'zod';

import { serverClock } from '#web/api/server-time';
import { parseStored } from '#web/api/stored-drafts';
import { isByOthers } from '#web/board/by-others';
import { readStoredInTab, storageKeys, storeInTab } from '#web/browser-storage';
import { useStableCallback } from '#web/ui/use-stable-callback';

import { activitiesOf, Activity } from './change-words.ts';
import { useMeetingParts } from './meeting-parts.ts';

const StoredEntry = Activity.extend({
  /** In ms since 1970, by the server's clock, because the browser's may change. */
  until: z.number(),
  /** Whether somebody else caused it and the user has not seen it. */
  isNew: z.boolean(),
});
export type StoredEntry = z.infer<typeof StoredEntry>;

/** `place` identifies user and meeting, so that another user of this tab sees no entries. */
const StoredEntries = z.object({ place: z.string(), entries: z.array(StoredEntry) });

function readEntries(place: string): readonly StoredEntry[] {
  const text = readStoredInTab(storageKeys.activity);
  const kept = parseStored(text, StoredEntries);
  return kept?.place === place ? unexpired(kept.entries) : [];
}

function unexpired(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  return entries.filter(({ until }) => until > serverClock.now());
}

export interface ActivityState {
  entries: readonly StoredEntry[];
  onChange: Dispatch<SetStateAction<readonly StoredEntry[]>>;
}

/** Keeps the latest entries, each for `boardLimits.activityMaxAge`, also over a reload. Renders nothing. */
export function StoredActivity({ entries, onChange }: ActivityState): null {
  const { client, board, who, personOf: latestPersonOf } = useMeetingParts();
  const me = who.userId;
  const place = `${me} ${board.meeting.id}`;
  const personOf = useStableCallback(latestPersonOf);
  useEffect(() => onChange(readEntries(place)), [place, onChange]);
  useEffect(
    () =>
      client.subscribeToAllChanges((changes, before) => {
        const boards = { before, now: client.getSnapshot().board };
        const until = serverClock.now() + boardLimits.activityMaxAge;
        const fresh = changes.flatMap((change) => {
          const isNew = isByOthers(change, me, boards);
          return activitiesOf(change, personOf).map((each) => ({ ...each, until, isNew }));
        });
        if (fresh.length === 0) return;
        onChange((current) =>
          [...fresh.toReversed(), ...current].slice(0, boardLimits.activityEntries),
        );
      }),
    [client, me, personOf, onChange],
  );
  useEffect(() => {
    storeInTab(storageKeys.activity, JSON.stringify({ place, entries }));
    const oldest = entries.at(-1);
    if (!oldest) return undefined;
    const timer = setTimeout(() => onChange(unexpired), oldest.until - serverClock.now());
    return () => clearTimeout(timer);
  }, [place, entries, onChange]);
  return null;
}
