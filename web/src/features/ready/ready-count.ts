import type { Board } from '@wentwell/contract/board';
import type { Phase } from '@wentwell/contract/phases';

/** The phases in which everybody works at their own pace: pages ask who is done in these alone (docs/retro.md R-84). */
const selfPaced: ReadonlySet<Phase> = new Set(['writing', 'revealing', 'grouping']);

export function asksWhoIsDone(phase: Phase): boolean {
  return selfPaced.has(phase);
}

/**
 * How many are done, of all who are online or done: who is done and has closed the page still counts. The owner does not:
 * they are not asked, but look at this to lead on.
 */
export function readyCount({
  ready,
  presence,
  meeting,
}: Pick<Board, 'ready' | 'presence'> & { meeting: Pick<Board['meeting'], 'owner_id'> }): {
  done: number;
  of: number;
} {
  const done = ready.filter((userId) => userId !== meeting.owner_id);
  const online = presence.filter(({ isOnline }) => isOnline).map(({ userId }) => userId);
  const asked = new Set([...done, ...online]);
  asked.delete(meeting.owner_id);
  return { done: done.length, of: asked.size };
}
