// The server's time, by this browser's clock. That may be wrong by hours, and whether a meeting has ended is for the
// server to say (docs/api.md A-84).
import { effectiveStatus, type ShownStatus } from '@wentwell/contract/meetings';

/** The header has whole seconds, and the answer was on its way: a smaller difference says nothing. */
const toleranceMs = 5000;

let offsetMs = 0;

/** Call it with the `Date` header of each answer. */
export function learnServerTime(date: string | null): void {
  const offset = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(offset)) offsetMs = Math.abs(offset) > toleranceMs ? offset : 0;
}

export function serverNow(): Date {
  return new Date(Date.now() + offsetMs);
}

export function statusNow<Status extends ShownStatus>(meeting: {
  status: Status;
  end_time: string | null;
}): Status | 'closed' {
  return effectiveStatus(meeting, serverNow());
}

/** For a policy that takes the effective status. */
export function meetingNow<M extends { status: ShownStatus; end_time: string | null }>(meeting: M) {
  return { ...meeting, status: statusNow(meeting) };
}
