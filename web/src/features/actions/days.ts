// Calendar days as `YYYY-MM-DD` without a time zone; they compare as strings.
import { serverNow } from '#web/api/server-time';
import { dateFormat } from '#web/ui/formats';

export type Day = string;

interface DayParts {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

const dayMs = 86_400_000;

/** Null for nonexistent days, such as 30 February. */
export function toDay({ year, month, day }: DayParts): Day | null {
  if (year < 1970 || year > 9999) return null;
  const time = new Date(Date.UTC(year, month - 1, day));
  const isSame = time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return isSame ? time.toISOString().slice(0, 10) : null;
}

export function dayOf(day: Day): DayParts {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && toDay(dayOf(text)) === text;
}

export function dayAfter(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay();
}

/** Whole days from the first to the second; negative if it is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** In the reader's time zone, by the server's clock. */
export function currentDay(): Day {
  const now = serverNow();
  const month = String(now.getMonth() + 1).padStart(2, '0');
  return `${now.getFullYear()}-${month}-${String(now.getDate()).padStart(2, '0')}`;
}

function dayFormat(options: Intl.DateTimeFormatOptions): (time: number) => string {
  return dateFormat({ ...options, timeZone: 'UTC' });
}

const ofThisYear = dayFormat({ day: 'numeric', month: 'short' });
const ofOtherYear = dayFormat({ dateStyle: 'medium' });
const longOfThisYear = dayFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const longOfOtherYear = dayFormat({ dateStyle: 'full' });
const nearby = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' });

export function isInYearOf(day: Day, today: Day): boolean {
  return dayOf(day).year === dayOf(today).year;
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
