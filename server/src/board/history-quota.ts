// The hourly quota of bytes by which a board's history may grow.
import { limits } from '@wentwell/contract/limits';

import { ApiError } from '#server/platform/http/api-error';

/** The quota's state under the board's lock. `now` is the start of the transaction. */
export interface LockedHistory {
  meeting: { seq: number; historyBytes: number; historySince: Date };
  now: Date;
}

const hour = 3_600_000;

/** The quota after `size` more bytes. `seconds` remain of the hour. */
function quotaAfter({ meeting: { historyBytes, historySince }, now }: LockedHistory, size: number) {
  const left = historySince.getTime() + hour - now.getTime();
  if (left <= 0) return { bytes: size, seconds: hour / 1000, hourHasPassed: true };
  return { bytes: historyBytes + size, seconds: Math.ceil(left / 1000), hourHasPassed: false };
}

/** Returns the meeting's row after a change of this size. Throws BOARD_HISTORY_FULL beyond the hourly quota. */
export function withChange<M extends LockedHistory['meeting']>(
  history: LockedHistory & { meeting: M },
  { size, isExempt }: { size: number; isExempt: boolean },
): M {
  const { meeting, now } = history;
  const { bytes, seconds, hourHasPassed } = quotaAfter(history, size);
  if (bytes > limits.boardHistoryBytesPerHour && !isExempt) {
    throw new ApiError('BOARD_HISTORY_FULL', { 'Retry-After': String(Math.max(1, seconds)) });
  }
  const historySince = hourHasPassed ? now : meeting.historySince;
  const seq = meeting.seq + 1;
  return { ...meeting, seq, historyBytes: bytes, historySince };
}
