// Which meetings are shown first, and which still lie ahead.
import { limits } from '@wentwell/contract/limits';
import { effectiveStatus, type ShownMeeting } from '@wentwell/contract/meetings';

type Placed = Pick<ShownMeeting, 'start_time' | 'created_at'>;
type Shown = Placed & Pick<ShownMeeting, 'status' | 'end_time'>;

/** By start time, the latest first and the unscheduled last (docs/api.md A-86). */
export function latestFirst<Each extends Placed>(meetings: readonly Each[]): Each[] {
  return meetings.toSorted(
    (a, b) =>
      instantOf(b.start_time) - instantOf(a.start_time) ||
      instantOf(b.created_at) - instantOf(a.created_at),
  );
}

/**
 * The rows of the dashboard's table, by start, the latest first. A live meeting takes its place among them before
 * planned ones do: ten meetings scheduled ahead must not hide the one that people are in.
 */
export function mostRecent<Each extends Shown>(meetings: readonly Each[]): Each[] {
  const live = liveOf(meetings);
  const others = latestFirst(meetings.filter((meeting) => !live.includes(meeting)));
  return latestFirst([...live, ...others].slice(0, limits.dashboardMeetings));
}

/** Those that people are in now, the latest start first. */
export function liveOf<Each extends Shown>(meetings: readonly Each[]): Each[] {
  return latestFirst(meetings.filter((meeting) => effectiveStatus(meeting) === 'live'));
}

/** How many are planned for a time that has not come yet. */
export function countUpcoming(
  meetings: readonly Pick<ShownMeeting, 'status' | 'start_time'>[],
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
