// Which meetings are shown first, and which still lie ahead.
import { limits } from '@wentwell/contract/limits';
import type { Meeting } from '@wentwell/contract/meetings';

type Placed = Pick<Meeting, 'start_time' | 'created_at'>;

/** Takes meetings; gives them by start time, the latest first and the unscheduled last (spec 9). */
export function latestFirst<Each extends Placed>(meetings: readonly Each[]): Each[] {
  return meetings.toSorted(
    (a, b) =>
      instantOf(b.start_time) - instantOf(a.start_time) ||
      instantOf(b.created_at) - instantOf(a.created_at),
  );
}

/** The dashboard's table: the 10 most recent. */
export function mostRecent<Each extends Placed>(meetings: readonly Each[]): Each[] {
  return latestFirst(meetings).slice(0, limits.dashboardMeetings);
}

/** How many are planned for a time that has not come yet. */
export function countUpcoming(
  meetings: readonly Pick<Meeting, 'status' | 'start_time'>[],
  now: number,
): number {
  return meetings.filter(
    (meeting) => meeting.status === 'planned' && instantOf(meeting.start_time) > now,
  ).length;
}

// Not -Infinity: two of them subtracted are not a number, and the sort would fall apart.
function instantOf(time: string | null): number {
  return time === null ? Number.MIN_SAFE_INTEGER : Date.parse(time);
}
