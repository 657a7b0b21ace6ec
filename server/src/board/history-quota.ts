// A board's seq, and the hourly quota of bytes by which its history may grow.
import { limits } from '@wentwell/contract/limits';

import { ApiError } from '#server/platform/http/api-error';

const hour = 3_600_000;

interface Quota {
  seq: number;
  historyBytes: number;
  historySince: Date;
}

/**
 * Returns the meeting's row with the next seq and this size counted. `now` is the start of the transaction. Throws
 * BOARD_HISTORY_FULL beyond the hourly quota.
 */
export function countChange<M extends Quota>(
  meeting: M,
  { now, size, isExempt }: { now: Date; size: number; isExempt: boolean },
): M {
  const left = meeting.historySince.getTime() + hour - now.getTime();
  const isNewHour = left <= 0;
  const historyBytes = isNewHour ? size : meeting.historyBytes + size;
  if (historyBytes > limits.boardHistoryBytesPerHour && !isExempt) {
    const seconds = Math.ceil((isNewHour ? hour : left) / 1000);
    throw new ApiError('BOARD_HISTORY_FULL', { 'Retry-After': String(seconds) });
  }
  const historySince = isNewHour ? now : meeting.historySince;
  const seq = meeting.seq + 1;
  return { ...meeting, seq, historyBytes, historySince };
}
