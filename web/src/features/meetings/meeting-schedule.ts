// When a meeting starts: the day a person picks, in their own zone, against the UTC instant that is sent.
import { limits } from '@wentwell/contract/limits';
import { format, isValid, parse, set } from 'date-fns';

const dayFormat = 'yyyy-MM-dd';

/** Takes an instant; gives its day in the reader's zone, as a date field holds it, or nothing for no instant. */
export function dayOf(instant: string | Date | null): string {
  return instant === null ? '' : format(instant, dayFormat);
}

/** Takes a day as a date field holds it; gives 9:00 of that day in the reader's zone, in UTC. */
export function scheduledStart(day: string): string {
  const start = set(parse(day, dayFormat, new Date(0)), { hours: limits.scheduledHour });
  if (!isValid(start)) throw new RangeError(`"${day}" is not a day.`);
  return start.toISOString();
}

/** Whether 9:00 of that day has already passed; false while the field holds no day. */
export function startHasPassed(day: string, now: Date): boolean {
  return isDay(day) && Date.parse(scheduledStart(day)) < now.getTime();
}

/** Whether a date field's text is a day at all; a browser without a date picker lets anything be typed. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parse(text, dayFormat, new Date(0)));
}

const startFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Takes a start time; gives it in the reader's own language and zone, 'Not scheduled' where there is none. */
export function startTimeText(instant: string | null): string {
  return instant === null ? 'Not scheduled' : startFormat.format(new Date(instant));
}
