import { remainingMs, type Timer } from '@wentwell/contract/timer';
import { useEffect, useState } from 'react';

/** How the meeting's timer stands to the current topic: it runs or is paused, it is over, or it timed something else. */
export type TopicTimer = 'runs' | 'over' | 'none';

function leftMs(timer: Timer, clockOffset: number): number {
  return remainingMs(timer, new Date(Date.now() + clockOffset));
}

/** `since` is when the topic became the current one. A timer that was over by then is not the topic's. */
export function useTopicTimer(
  timer: Timer | null,
  since: string | null,
  clockOffset: number,
): TopicTimer {
  const [ended, setEnded] = useState<Timer | null>(null);
  useEffect(() => {
    if (timer?.state !== 'running') return undefined;
    const left = leftMs(timer, clockOffset);
    if (left === 0) return undefined;
    const timeout = setTimeout(() => setEnded(timer), left);
    return () => clearTimeout(timeout);
  }, [timer, clockOffset]);
  if (timer === null) return 'none';
  if (timer.ends_at === null) return 'runs';
  const isOver = ended === timer || leftMs(timer, clockOffset) === 0;
  if (!isOver) return 'runs';
  return since !== null && Date.parse(timer.ends_at) > Date.parse(since) ? 'over' : 'none';
}
