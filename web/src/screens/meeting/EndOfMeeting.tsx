import type { Board } from '@wentwell/contract/board/snapshot';
import { type ReactNode, useEffect, useState } from 'react';

import { serverNow, statusNow } from '#web/api/server-time';
import type { BoardClient } from '#web/live/board-client';
import { lazyPart } from '#web/ui/layout/lazy-page.tsx';
import { openModals } from '#web/ui/overlays/modal-focus';

import { useMeetingParts } from './meeting-parts.ts';

const EndMoment = lazyPart(() => import('./EndMoment.tsx'), 'EndMoment');

/** A page that slept through the end shows the report directly. */
const newsMs = 30_000;

/** A dialog with a typed text must not be covered. */
function isDialogWritten(): boolean {
  const fields = openModals.top?.querySelectorAll('textarea') ?? [];
  return [...fields].some(({ value }) => value !== '');
}

/** The last board shown before this code loaded. */
function lastLive(client: BoardClient): Board | null {
  const live = client.early.findLast(({ now }) => now?.meeting.status === 'live');
  return live?.now ?? null;
}

/** Distinguishes pages present at the end from pages opened later. */
export function EndOfMeeting(): ReactNode {
  const { client, board, personOf } = useMeetingParts();
  const { meeting, presence } = board;
  const status = statusNow(meeting);
  const isLive = status === 'live';
  // A meeting that is over has no presence.
  const [last, setLast] = useState(() => {
    const before = lastLive(client);
    return before ? { isLive: true, presence: before.presence } : { isLive, presence };
  });
  const [isShown, setShown] = useState(false);
  const [waits, setWaits] = useState(false);
  if (last.isLive !== isLive || (isLive && last.presence !== presence)) {
    setLast({ isLive, presence: isLive ? presence : last.presence });
    const sinceEnd = serverNow().getTime() - Date.parse(meeting.end_time ?? '');
    setShown(last.isLive && status === 'closed' && sinceEnd < newsMs);
    setWaits(isDialogWritten());
  }
  useEffect(() => {
    if (!waits) return undefined;
    const observer = new MutationObserver(() => setWaits(isDialogWritten()));
    observer.observe(document.body, { childList: true });
    return () => observer.disconnect();
  }, [waits]);
  const here = last.presence.filter(({ isOnline }) => isOnline);
  return (
    <EndMoment
      open={isShown && !waits}
      onOver={() => setShown(false)}
      people={here.map(({ userId }) => personOf(userId))}
    />
  );
}
