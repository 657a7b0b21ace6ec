import type { Clock } from './clock.ts';

/** A frozen server or a cut cable never responds, and the browser alone would wait for minutes. */
const responseTimeoutMs = 20_000;

/** Aborts the call when no response has come within `responseTimeoutMs`. */
export function withDeadline<Answer>(
  clock: Clock,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const abort = new AbortController();
  const cancel = clock.setTimer(responseTimeoutMs, () => abort.abort());
  return call(abort.signal).finally(cancel);
}
