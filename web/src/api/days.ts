// Calendar days as `YYYY-MM-DD` without a time zone; they compare as strings.
import { serverNow } from './server-time.ts';

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

export function partsOf(day: Day): DayParts {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && toDay(partsOf(text)) === text;
}

/** At most the last day of the year 9999. */
export function dayAfter(day: Day, days: number): Day {
  const last = '9999-12-31';
  const time = Math.min(Date.parse(day) + days * dayMs, Date.parse(last));
  return new Date(time).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay();
}

/** Whole days from the first to the second; negative if it is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** The day in the reader's time zone; empty for null. */
export function dayOf(instant: string | Date | null): Day {
  if (instant === null) return '';
  const time = new Date(instant);
  const [month, day] = [time.getMonth() + 1, time.getDate()];
  return toDay({ year: time.getFullYear(), month, day }) ?? '';
}

/** By the server's clock. */
export function currentDay(): Day {
  return dayOf(serverNow());
}

/** In the reader's time zone. */
export function midnightOf(day: Day): Date {
  return new Date(`${day}T00:00`);
}
