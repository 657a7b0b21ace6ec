import type { Clock } from './clock.ts';

/** A frozen server or a cut cable answers neither yes nor no; the browser alone would wait for minutes. */
const answerWithin = 20_000;

/** Makes a call whose signal aborts it when no answer has come within `answerWithin` ms. */
export function withDeadline<Answer>(
  clock: Clock,
  call: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const abort = new AbortController();
  const cancel = clock.after(answerWithin, () => abort.abort());
  return call(abort.signal).finally(cancel);
}
