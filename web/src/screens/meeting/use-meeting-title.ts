// The document's title tells how the meeting stands to whoever has it in another tab: `(2:31) Discussing · Sprint 12`.
import { type Meeting } from '@wentwell/contract/meetings';
import { phaseFacts } from '@wentwell/contract/phases';
import type { Timer } from '@wentwell/contract/timer';
import { useEffect } from 'react';

import { statusNow } from '#web/api/server-time';
import { clockText, onEachSecond, secondsLeft } from '#web/features/timer/time-left';

/** Writes the title itself, so that the page is not rendered anew each second. */
export function useMeetingTitle(
  meeting: Meeting | null,
  timer: Timer | null,
  clockOffset: number,
): void {
  useEffect(() => {
    if (!meeting) return undefined;
    const isLive = statusNow(meeting) === 'live';
    const now = isLive ? `${phaseFacts[meeting.phase].label} · ` : '';
    const name = `${now}${meeting.name} · Wentwell`;
    const shown = isLive ? timer : null;
    function write(): void {
      const left = shown && clockText(secondsLeft(shown, clockOffset));
      document.title = left === null ? name : `(${left}) ${name}`;
    }
    write();
    return onEachSecond(shown, clockOffset, write);
  }, [meeting, timer, clockOffset]);
}
