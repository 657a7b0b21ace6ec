import type { Board } from '@wentwell/contract/board/snapshot';
import type { UserId } from '@wentwell/contract/ids';
import type { PresenceEntry } from '@wentwell/contract/live/live';
import { isLead, type LedMeeting } from '@wentwell/contract/meetings/meetings';
import type { Phase } from '@wentwell/contract/phases';
import type { TeamMember } from '@wentwell/contract/teams/teams';

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

/** The active members who are here and missing. `unnamed` members are missing, too: their names have not loaded. */
export function attendance<U extends Pick<TeamMember['user'], 'id' | 'is_active'>>(
  { presence }: Pick<Board, 'presence'>,
  { rows, total }: { rows: readonly { user: U }[]; total: number },
) {
  const isMember = ({ isGuest, userId }: PresenceEntry) =>
    !isGuest && (rows.length < total || rows.some(({ user }) => user.id === userId));
  const here = new Set(
    presence.filter((entry) => entry.isOnline && isMember(entry)).map(({ userId }) => userId),
  );
  const active = rows.map(({ user }) => user).filter((user) => user.is_active);
  const missing = active.filter(({ id }) => !here.has(id));
  const of = total - (rows.length - active.length);
  const unnamed = Math.max(0, of - missing.length - here.size);
  return { missing, unnamed, done: of - missing.length - unnamed, of };
}
