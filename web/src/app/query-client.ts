// How long responses are cached and when failed queries are retried (docs/design.md D-41).
import { QueryClient } from '@tanstack/react-query';

import { ApiError, CancelError } from '#web/api/request';

const retention = 5 * 60_000;
const retries = 3;
const maxDelayMs = 30_000;

/** A 4xx is not retried, because the response would be the same. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof CancelError) return false;
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failures < retries;
}

export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, maxDelayMs);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: retention,
        // Not 0: once the browser's clock is set back, answers from before would look new for as long.
        staleTime: -Infinity,
        retry: shouldRetry,
        retryDelay,
      },
      // Fail immediately when offline: nothing must change at a random later time, and forms keep their text.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
