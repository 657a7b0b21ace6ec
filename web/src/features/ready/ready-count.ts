import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { isLead, type LedMeeting } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';

/** The phases in which everybody works at their own pace: pages ask who is done in these alone (docs/retro.md R-84). */
const selfPaced: ReadonlySet<Phase> = new Set(['writing', 'revealing', 'grouping']);

export function asksWhoIsDone(phase: Phase): boolean {
  return selfPaced.has(phase);
}

/** Counts those who are done, among all who are online or done. Leads are not asked, nor are muted guests. */
export function readyCount({
  ready,
  presence,
  meeting,
}: Pick<Board, 'ready' | 'presence'> & { meeting: LedMeeting }): { done: number; of: number } {
  const isAsked = (id: UserId) =>
    !isLead(id, meeting) && !presence.some(({ userId, isMuted }) => isMuted && userId === id);
  const done = ready.filter(isAsked);
  const online = presence.filter(({ isOnline }) => isOnline).map(({ userId }) => userId);
  return { done: done.length, of: new Set([...done, ...online.filter(isAsked)]).size };
}
