import type { Board } from '@wentwell/contract/board';
import type { UserId } from '@wentwell/contract/ids';
import { isLead, type LedMeeting } from '@wentwell/contract/meetings';
import type { Phase } from '@wentwell/contract/phases';

/** Phases in which people work at their own pace; only these ask who is done (docs/retro.md R-84). */
const selfPaced: ReadonlySet<Phase> = new Set(['writing', 'revealing', 'grouping']);

export function isSelfPaced(phase: Phase): boolean {
  return selfPaced.has(phase);
}

/** Participants done with voting in that phase, otherwise with the phase. */
export function doneUsers({ phase, ready, votes }: Board): UserId[] {
  return phase.phase === 'voting' ? votes.voted : ready;
}

/** How many of those asked are done; null in phases that ask nobody. Excludes leads (docs/retro.md R-84). */
export function doneCount(board: Board): { done: number; of: number } | null {
  const { phase } = board.phase;
  if (phase !== 'voting' && !isSelfPaced(phase)) return null;
  const { presence, meeting } = board;
  return readyCount({ ready: doneUsers(board), presence, meeting });
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

/** How many members have joined; null in a team of one or before its size is known. */
export function hereCount(
  { presence }: Pick<Board, 'presence'>,
  members = 1,
): { done: number; of: number } | null {
  if (members < 2) return null;
  const here = presence.filter(({ isOnline, isGuest }) => isOnline && !isGuest);
  return { done: Math.min(here.length, members), of: members };
}
