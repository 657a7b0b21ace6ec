import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { isLead, type LedMeeting } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';

/** Phases in which people work at their own pace; only these ask who is done (docs/retro.md R-84). */
const selfPaced: ReadonlySet<Phase> = new Set(['writing', 'revealing', 'grouping']);

export function isSelfPaced(phase: Phase): boolean {
  return selfPaced.has(phase);
}

/** Counts members who are done, among all online or done. Leads and muted guests do not count. */
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
