// Converts between the day in the user's time zone and the UTC start time of a meeting.
import { limits } from '@wentwell/contract/limits';
import { format, isValid, parse, set } from 'date-fns';

const dayFormat = 'yyyy-MM-dd';

/** The day in the user's time zone as `YYYY-MM-DD`; empty without a time. */
export function dayOf(instant: string | Date | null): string {
  return instant === null ? '' : format(instant, dayFormat);
}

/** 9:00 of the day in the user's time zone, as a UTC timestamp. */
export function scheduledStart(day: string): string {
  const start = set(parse(day, dayFormat, new Date(0)), { hours: limits.scheduledHour });
  if (!isValid(start)) throw new RangeError(`"${day}" is not a day.`);
  return start.toISOString();
}

/** Whether 9:00 of that day has passed; false for an invalid day. */
export function startHasPassed(day: string, now: Date): boolean {
  return isDay(day) && Date.parse(scheduledStart(day)) < now.getTime();
}

/** Whether the text is a date; browsers without a date picker accept any text. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parse(text, dayFormat, new Date(0)));
}

const startFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** In the user's language and time zone; 'Not scheduled' without a time. */
export function startTimeText(instant: string | null): string {
  return instant === null ? 'Not scheduled' : startFormat.format(new Date(instant));
}
