import { limits } from '@wentwell/contract/limits';
import type { Meeting } from '@wentwell/contract/meetings/meetings';

import { statusNow } from '#web/api/server-time';

type Placed = Pick<Meeting, 'start_time' | 'created_at'>;
type Shown = Placed & Pick<Meeting, 'status' | 'end_time'>;

/** By start time, latest first, unscheduled last (docs/api.md A-86). */
export function latestFirst<Each extends Placed>(meetings: readonly Each[]): Each[] {
  return meetings.toSorted(
    (a, b) =>
      instantOf(b.start_time) - instantOf(a.start_time) ||
      instantOf(b.created_at) - instantOf(a.created_at),
  );
}

/** The dashboard's rows. Live meetings are always included, however many are scheduled. */
export function mostRecent<Each extends Shown>(meetings: readonly Each[]): Each[] {
  const live = liveOf(meetings);
  const others = latestFirst(meetings.filter((meeting) => !live.includes(meeting)));
  return latestFirst([...live, ...others].slice(0, limits.dashboardMeetings));
}

export function liveOf<Each extends Shown>(meetings: readonly Each[]): Each[] {
  return latestFirst(meetings.filter((meeting) => statusNow(meeting) === 'live'));
}

// Not -Infinity: the difference of two is NaN, which breaks sorting.
function instantOf(time: string | null): number {
  return time === null ? Number.MIN_SAFE_INTEGER : Date.parse(time);
}
