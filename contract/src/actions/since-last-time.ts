import type { Meeting } from '../meetings/meetings.ts';

/** Whether a meeting shows earlier open action items (docs/retro.md R-126). Meetings with guests do not. */
export function showsSinceLastTime({
  status,
  phase,
  settings,
}: Pick<Meeting, 'phase' | 'status' | 'settings'>): boolean {
  return status === 'live' && phase === 'joining' && !settings.guests;
}
