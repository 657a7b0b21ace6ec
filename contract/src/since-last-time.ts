import type { Meeting } from './meetings.ts';

/** Whether a meeting shows the open action items from before it (docs/retro.md R-126). Guests see nothing of earlier ones. */
export function showsSinceLastTime({
  status,
  phase,
  settings,
}: Pick<Meeting, 'phase' | 'status' | 'settings'>): boolean {
  return status === 'live' && phase === 'joining' && !settings.guests;
}
