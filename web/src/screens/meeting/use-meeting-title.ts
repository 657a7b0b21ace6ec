// The document's title tells how the meeting stands to whoever has it in another tab: `(2:31) Discussing · Sprint 12`.
import { effectiveStatus, type Meeting } from '@wentwell/contract/meetings';
import { phaseFacts } from '@wentwell/contract/phases';
import { useEffect } from 'react';

/** `endsAt` is when the phase's time is up; null where nothing is timed. */
export function useMeetingTitle(meeting: Meeting | null, endsAt: string | null): void {
  useEffect(() => {
    if (!meeting) return undefined;
    const isLive = effectiveStatus(meeting) === 'live';
    const now = isLive ? `${phaseFacts[meeting.phase].label} · ` : '';
    const name = `${now}${meeting.name} · Wentwell`;
    function write(): void {
      const left = isLive && endsAt !== null ? timeLeft(endsAt, Date.now()) : null;
      document.title = left === null ? name : `(${left}) ${name}`;
    }
    write();
    if (!isLive || endsAt === null) return undefined;
    const timer = setInterval(write, 1000);
    return () => clearInterval(timer);
  }, [meeting, endsAt]);
}

/** `m:ss`; null once the end is past. */
export function timeLeft(endsAt: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(endsAt) - now) / 1000);
  if (!(seconds > 0)) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
