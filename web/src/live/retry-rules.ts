// Whether and when a failed command is sent again.
import { liveLimits } from '@wentwell/contract/limits';

import { foreignAnswer } from '#web/api/errors';
import { ApiError, CancelError, ForeignAnswerError, NetworkError } from '#web/api/request';

/** A 500 may be temporary, such as during a database restart. After this many the command counts as refused. */
export const maxServerErrors = 5;
/** In ms; a longer `Retry-After` is capped. */
const maxRetryAfterMs = 60_000;

/** `unanswered`: retried without limit. `failed`: may be temporary. `signed-out`: waits for the next login. */
export function classifyFailure(
  error: unknown,
): 'unanswered' | 'failed' | 'signed-out' | 'refused' {
  if (error instanceof NetworkError || error instanceof CancelError) return 'unanswered';
  if (!(error instanceof ApiError)) return 'refused';
  if (error.status === 401) return 'signed-out';
  if ([408, 429, 502, 503, 504].includes(error.status)) return 'unanswered';
  return error.status >= 500 ? 'failed' : 'refused';
}

/** In ms. `isFirm`: the server set the delay. `failures` counts the earlier failed attempts. */
export function retryDelay(error: unknown, failures: number): { delay: number; isFirm: boolean } {
  const backOff = Math.min(1000 * 2 ** failures, liveLimits.reconnectMax);
  const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  const requested = Math.min(retryAfter, maxRetryAfterMs);
  return {
    delay: Math.max(backOff, requested),
    isFirm: requested > 0 || classifyFailure(error) === 'failed',
  };
}

/** The text shown while changes wait for the server; null if the server does not respond. */
export function describeDelay(error: unknown): string | null {
  if (error instanceof ForeignAnswerError) return foreignAnswer;
  if (!(error instanceof ApiError)) return null;
  // Every 429 of the server states its reason.
  return error.status === 429
    ? (error.detail ?? foreignAnswer)
    : "The server cannot save right now. We'll keep trying.";
}
