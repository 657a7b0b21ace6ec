// How much may be added to a board's history in an hour, and what a change leaves of that.
import { type BoardEvent, isAlwaysKept } from '@wentwell/contract/board-features';
import { limits } from '@wentwell/contract/limits';

import { ApiError } from '#server/platform/http/api-error';

/** A change as a feature appends it, in full. */
export interface BoardChange {
  event: BoardEvent;
  /** Part of a change that a board is always told of, such as a deletion, whatever the event's own rule. */
  isKept?: boolean;
}

/** The hourly quota of a board's history, as it was read under the board's lock; `now` is that of the transaction. */
export interface LockedHistory {
  meeting: { historyBytes: number; historySince: Date };
  now: Date;
}

const hour = 3_600_000;

/** Throws BOARD_HISTORY_FULL beyond the quota, except for changes that a board is always told of. */
function requireQuota(
  { bytes, seconds }: { bytes: number; seconds: number },
  { event, isKept = false }: BoardChange,
): void {
  if (bytes <= limits.boardHistoryBytesPerHour || isKept || isAlwaysKept(event)) return;
  throw new ApiError('BOARD_HISTORY_FULL', { 'Retry-After': String(Math.max(1, seconds)) });
}

/** The quota as it will be with `size` bytes more: what PostgreSQL will answer. `seconds` are left of the hour. */
function quotaAfter({ meeting: { historyBytes, historySince }, now }: LockedHistory, size: number) {
  const left = historySince.getTime() + hour - now.getTime();
  if (left <= 0) return { bytes: size, seconds: hour / 1000, isOver: true };
  return { bytes: historyBytes + size, seconds: Math.ceil(left / 1000), isOver: false };
}

/**
 * The meeting's row as this change will leave it, for what is decided next in its transaction, and the size of the event.
 * Throws BOARD_HISTORY_FULL beyond the hourly quota.
 */
export function withEvent<M extends LockedHistory['meeting'] & { seq: number }>(
  history: LockedHistory & { meeting: M },
  change: BoardChange,
): { meeting: M; size: number } {
  const { meeting, now } = history;
  const size = Buffer.byteLength(JSON.stringify(change.event));
  const quota = quotaAfter(history, size);
  requireQuota(quota, change);
  const historySince = quota.isOver ? now : meeting.historySince;
  const seq = meeting.seq + 1;
  return { meeting: { ...meeting, seq, historyBytes: quota.bytes, historySince }, size };
}
