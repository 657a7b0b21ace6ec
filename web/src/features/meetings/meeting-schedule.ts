// Converts between days in the user's time zone and UTC start times.
import { limits } from '@wentwell/contract/limits';

import { isDay, midnightOf } from '#web/api/days';
import { formatDateAndTime } from '#web/ui/formats';

/** 9:00 of the day in the user's time zone, as a UTC timestamp. */
export function scheduledStart(day: string): string {
  if (!isDay(day)) throw new RangeError(`"${day}" is not a date.`);
  const start = midnightOf(day);
  start.setHours(limits.scheduledHour);
  return start.toISOString();
}

/** Whether 9:00 of the day has passed; false for an invalid day. */
export function startHasPassed(day: string, now: Date): boolean {
  return isDay(day) && Date.parse(scheduledStart(day)) < now.getTime();
}

/** In the user's language and time zone; 'Not scheduled' for null. */
export function startTimeText(instant: string | null): string {
  return instant === null ? 'Not scheduled' : formatDateAndTime(new Date(instant));
}
