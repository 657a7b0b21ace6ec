import type { Board } from '@wentwell/contract/board';

/** How many are done, of all who are online or done: who is done and has closed the page still counts. */
export function readyCount({ ready, presence }: Pick<Board, 'ready' | 'presence'>): {
  done: number;
  of: number;
} {
  const online = presence.filter(({ isOnline }) => isOnline).map(({ userId }) => userId);
  return { done: ready.length, of: new Set([...ready, ...online]).size };
}
