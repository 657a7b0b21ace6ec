// Calendar days as the reader's language writes them.
import { currentDay, type Day, daysBetween, partsOf } from '#web/api/days';
import { dateFormat } from '#web/ui/formats';

function dayFormat(options: Intl.DateTimeFormatOptions): (time: number) => string {
  return dateFormat({ ...options, timeZone: 'UTC' });
}

const ofThisYear = dayFormat({ day: 'numeric', month: 'short' });
const ofOtherYear = dayFormat({ dateStyle: 'medium' });
const longOfThisYear = dayFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const longOfOtherYear = dayFormat({ dateStyle: 'full' });
const nearby = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' });

export function isInYearOf(day: Day, today: Day): boolean {
  return partsOf(day).year === partsOf(today).year;
}

/** For example "Fri 27 Nov"; in another year "27 Nov 2027". */
export function dayWithWeekday(day: Day, today: Day): string {
  return (isInYearOf(day, today) ? nearby : ofOtherYear)(Date.parse(day));
}

/** For example "today", "tomorrow" or "12 Mar"; other years are included. */
export function shortDay(day: Day, today: Day): string {
  const ahead = daysBetween(today, day);
  if (ahead === 0) return 'today';
  if (ahead === 1) return 'tomorrow';
  if (ahead === -1) return 'yesterday';
  return (isInYearOf(day, today) ? ofThisYear : ofOtherYear)(Date.parse(day));
}

/** For example "Friday 27 November"; other years are included. */
export function longDay(day: Day): string {
  return (isInYearOf(day, currentDay()) ? longOfThisYear : longOfOtherYear)(Date.parse(day));
}
