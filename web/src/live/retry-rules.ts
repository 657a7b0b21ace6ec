// Whether and when a change that failed is sent again.
import { liveLimits } from '@wentwell/contract/limits';

import { ApiError, CancelError, errorText, NetworkError } from '#web/api/request';

/** A 500 may pass, as when the database restarts; a change that fails so often is what the server cannot do. */
export const mostServerErrors = 5;
/** However long the server asks to be left alone, it is asked again after this long, in ms. */
const longestRetryAfter = 60_000;

/**
 * `unanswered`: no answer, or one that says "not now", for as long as it takes. `failed`: an error of the server, which
 * may pass. `signed-out`: waits for the next login.
 */
export function classifyFailure(
  error: unknown,
): 'unanswered' | 'failed' | 'signed-out' | 'refused' {
  if (error instanceof NetworkError || error instanceof CancelError) return 'unanswered';
  if (!(error instanceof ApiError)) return 'refused';
  if (error.status === 401) return 'signed-out';
  if ([408, 429, 502, 503, 504].includes(error.status)) return 'unanswered';
  return error.status >= 500 ? 'failed' : 'refused';
}

/** In ms; `isFirm` where the server itself asked to wait. `failures` is how many tries failed before this one. */
export function retryDelay(error: unknown, failures: number): { delay: number; isFirm: boolean } {
  const backOff = Math.min(1000 * 2 ** failures, liveLimits.reconnectMax);
  const retryAfter = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  const asked = Math.min(retryAfter, longestRetryAfter);
  return {
    delay: Math.max(backOff, asked),
    isFirm: asked > 0 || classifyFailure(error) === 'failed',
  };
}

/** What the person is told while a change waits for the server, or null where the server does not answer. */
export function describeDelay(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.status === 429
    ? errorText(error)
    : 'The server cannot save right now and is asked again by itself.';
}
