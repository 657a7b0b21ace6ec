export const idempotencyKeyHeader = 'Idempotency-Key';

/** One attempt at a change. All attempts carry the same key, so that the server applies the change once. */
export interface Attempt {
  key: string;
  signal?: AbortSignal;
  /** The version that the change is based on; without it the last write wins. */
  version?: number | undefined;
}

export function attemptOptions({ key, version, signal }: Attempt) {
  return {
    headers: {
      [idempotencyKeyHeader]: key,
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
    },
    ...(signal && { signal }),
  };
}
