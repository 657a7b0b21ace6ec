// Converts between days in the user's time zone and UTC start times.
import { limits } from '@wentwell/contract/limits';

import { formatDateAndTime } from '#web/ui/formats';

/** The day in the user's time zone as `YYYY-MM-DD`; empty for null. */
export function dayOf(instant: string | Date | null): string {
  if (instant === null) return '';
  const time = new Date(instant);
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

/** 9:00 of the day in the user's time zone, as a UTC timestamp. */
export function scheduledStart(day: string): string {
  const start = startOf(day);
  if (!start) throw new RangeError(`"${day}" is not a date.`);
  start.setHours(limits.scheduledHour);
  return start.toISOString();
}

/** Whether 9:00 of the day has passed; false for an invalid day. */
export function startHasPassed(day: string, now: Date): boolean {
  return isDay(day) && Date.parse(scheduledStart(day)) < now.getTime();
}

/** Whether the text is a date; browsers without a date picker accept any text. */
export function isDay(text: string): boolean {
  return startOf(text) !== null;
}

/** Midnight in the user's time zone; null for invalid days, such as February 30th. */
function startOf(day: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const time = new Date(`${day}T00:00`);
  return dayOf(time) === day ? time : null;
}

/** In the user's language and time zone; 'Not scheduled' for null. */
export function startTimeText(instant: string | null): string {
  return instant === null ? 'Not scheduled' : formatDateAndTime(new Date(instant));
}
